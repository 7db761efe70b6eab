// Whatever an earlier build has made of a file that has moved since would hide that somebody still asks for it there.
import { rmSync } from 'node:fs';

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });

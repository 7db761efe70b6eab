import { replayed } from './replay.mjs';

test('the weather is asked for once', replayed, 2 ** 31 - 1);

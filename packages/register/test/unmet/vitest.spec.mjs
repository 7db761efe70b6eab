import { test } from 'vitest';
import { replayed } from './replay.mjs';

test('the weather is asked for once', replayed, 0);

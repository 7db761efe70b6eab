import type { Codec, Encoding } from './codec.ts';
import { packedCodec } from './packed-codec.ts';
import { textCodec } from './text-codec.ts';

export const codecs: Readonly<Record<Encoding, Codec>> = { packed: packedCodec, text: textCodec };

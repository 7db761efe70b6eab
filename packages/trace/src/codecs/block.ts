import { MAX_INFLATION } from '../limits.ts';
import type { Platform } from '../platform/platform.ts';
import { readUint32, writeUint32 } from './packed-frame.ts';

/** The one byte that MessagePack never uses: no event begins with it. */
const MARK = 0xc1;
/** The mark, and the length of the events. */
const HEAD = 5;

/** Whether the payload of a frame is a block: events one after the other, deflated. */
export function isBlock(payload: Uint8Array): boolean {
  return payload[0] === MARK;
}

/** Events as a block; `null` if they stay as they are: deflated they are no shorter, or so short that no reader would take them. */
export function deflateBlock(events: Uint8Array, { deflate }: Platform): Uint8Array | null {
  const deflated = deflate?.(events);
  if (deflated === undefined || HEAD + deflated.length >= events.length || events.length > MAX_INFLATION * deflated.length) return null;
  const block = new Uint8Array(HEAD + deflated.length);
  block[0] = MARK;
  writeUint32(block, 1, events.length);
  block.set(deflated, HEAD);
  return block;
}

/**
 * The events of a block, or what is wrong with it, in words. Allocates {@link MAX_INFLATION} times the length of the block at most, whatever it
 * announces.
 */
export function inflateBlock(block: Uint8Array, { inflate }: Pick<Platform, 'inflate'>): Uint8Array | string {
  const length = block.length <= HEAD ? 0 : readUint32(block, 1);
  if (length === 0) return 'a block without events';
  const deflated = block.subarray(HEAD);
  if (length > MAX_INFLATION * deflated.length) return `a block that would be more than ${MAX_INFLATION} times as long when it is inflated`;
  return inflate(deflated, length) ?? 'a block that cannot be inflated';
}

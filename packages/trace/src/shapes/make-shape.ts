import type { Shape } from './shape.ts';

/** A shape with exactly the members of `T`, so that a member that is new there and missing here does not compile. */
export interface ShapeOf<T> {
  readonly kind: 'object';
  readonly members: { readonly [K in keyof T]-?: Shape };
}

type ShapeObject = Extract<Shape, { readonly kind: 'object' }>;

export const text: Shape = { kind: 'text' };
export const flag: Shape = { kind: 'flag' };
export const number: Shape = { kind: 'number' };
export const count: Shape = { kind: 'count' };
export const value: Shape = { kind: 'value' };

export function object<T extends Readonly<Record<string, Shape>>>(members: T): { readonly kind: 'object'; readonly members: T } {
  return { kind: 'object', members };
}

export function nullable(of: Shape): Shape {
  return { kind: 'nullable', of };
}

export function optional(of: Shape): Shape {
  return { kind: 'optional', of };
}

export function oneOf(...values: readonly string[]): Shape {
  return { kind: 'one-of', values };
}

export function list(of: Shape): Shape {
  return { kind: 'list', of };
}

export function record(of: Shape): Shape {
  return { kind: 'record', of };
}

export function pair(first: Shape, second: Shape): Shape {
  return { kind: 'pair', of: [first, second] };
}

export function choice(by: string, of: Readonly<Record<string, ShapeObject>>): Shape {
  return { kind: 'choice', by, of };
}

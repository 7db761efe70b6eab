import { expect, test } from 'vitest';
import { layerOver } from './layer-over.ts';

class Plain {
  readonly #secret = 'kept';
  get secret(): string {
    return this.#secret;
  }
  get name(): string {
    return 'plain';
  }
}

const layered = layerOver<Plain>((prototype) => ({
  name: {
    get(this: Plain) {
      return `layered ${Reflect.get(prototype, 'name', this)}`;
    },
  },
}));

test('a layered object is what it was, but for the members of the layer', () => {
  const one = layered(new Plain());
  expect([one.name, one.secret, one instanceof Plain, one.constructor]).toEqual(['layered plain', 'kept', true, Plain]);
  expect(Reflect.ownKeys(one)).toEqual([]);
});

test('a second layer is none, and objects that were not layered have none', () => {
  expect(layered(layered(new Plain())).name).toBe('layered plain');
  expect(new Plain().name).toBe('plain');
});

test('objects of two classes of the same kind keep their own members', () => {
  class Other extends Plain {
    override get name(): string {
      return 'other';
    }
  }
  expect([layered(new Other()).name, layered(new Plain()).name]).toEqual(['layered other', 'layered plain']);
});

import { Packr } from 'msgpackr/pack';

/** By default msgpackr writes private extensions, maps of at most 65,535 keys, and calls `toJSON` of an object that has a key `constructor`. */
export function makePackr(): Packr {
  return new Packr({ useRecords: false, variableMapSize: true, useToJSON: false, int64AsType: 'number' });
}

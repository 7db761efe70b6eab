import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { LOAD = 'import' } = process.env;

/** An SDK: its ES module, or with `LOAD=require` its CommonJS one. */
export const load = (name) => (LOAD === 'require' ? require(name) : import(name));
/** With `LOAD=both` the copy that `load` does not give. */
export const loadOther = (name) => (LOAD === 'both' ? require(name) : load(name));

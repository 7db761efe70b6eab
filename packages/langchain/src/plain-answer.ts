import type { ModuleExports } from '@stepfork/interceptor';

type Fields = Readonly<Record<string, unknown>>;

/** A message or a command as data. */
interface Serialized extends Fields {
  readonly type: 'constructor';
  readonly id: readonly string[];
  readonly kwargs: Fields;
}

/** What a plain answer was made of: while recording the agent gets its own object. */
const originals = new WeakMap<object, object>();

const classes = new Map<string, ModuleExports>();

/** Answers are made of the classes of these modules: of messages, and of commands. Those of the copy that was loaded last: LangChain knows its own of any copy. */
export function keepClasses(of: 'messages' | 'langgraph', exports: ModuleExports): void {
  classes.set(of, exports);
}

/** The answer of a tool as data: messages, and the commands of LangGraph with messages in them, are objects of classes. Anything else is what it is. */
export function toPlain(value: unknown): unknown {
  if (!isDirect(value)) return value;
  const plain = plainOf(value) as object;
  originals.set(plain, value);
  return plain;
}

/** The answer that this data says. */
export function fromPlain(value: unknown): unknown {
  if (!isObject(value)) return value;
  const own = originals.get(value);
  if (own !== undefined) return own;
  return isSerialized(value) || value.lg_name === 'Command' ? madeOf(value) : value;
}

/** What LangChain takes for the whole answer, instead of for the content of a message. */
function isDirect(value: unknown): value is Fields {
  return isObject(value) && value.lc_direct_tool_output === true;
}

function plainOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainOf);
  if (!isObject(value)) return value;
  if (value.lg_name === 'Command') return mapped(Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)), plainOf);
  // Through JSON: what it says of itself holds itself again.
  if (value.lc_serializable === true && typeof value.toJSON === 'function') return JSON.parse(JSON.stringify(value));
  return isPlain(value) ? mapped(value, plainOf) : value;
}

function madeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(madeOf);
  if (!isObject(value)) return value;
  if (isSerialized(value)) {
    return instanceOf(classes.get('messages')?.[value.id.at(-1) ?? ''], value.kwargs);
  }
  const fields = mapped(value, madeOf);
  return value.lg_name === 'Command' ? instanceOf(classes.get('langgraph')?.Command, fields) : fields;
}

function instanceOf(Class: unknown, fields: Fields): unknown {
  return typeof Class === 'function' ? Reflect.construct(Class, [fields]) : fields;
}

function mapped(fields: Fields, map: (value: unknown) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, map(value)]));
}

function isSerialized(value: Fields): value is Serialized {
  return value.lc === 1 && value.type === 'constructor' && Array.isArray(value.id);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

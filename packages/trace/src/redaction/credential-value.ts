/** What people write where a credential would stand: masks, variables, words like `null` or `required`. */
export function isPlaceholder(value: string): boolean {
  return mask.test(value.slice(0, longestMask)) || word.test(value) || expression.test(value);
}

const longestMask = 10_000;
const mask = /^[*xX\u2022.\-_#?\u2026,:;\s]*$/;
const word = /^(?:null|undefined|none|nil|true|false|string|text|required|optional|hidden|redacted|\[redacted\]|changeme|bearer|basic)$/i;
const expression = /^(?:<|\$\{|\$\(|\$[A-Za-z_]|\{\{|%[A-Z_]|process\.env|import\.meta|os\.(?:environ|getenv)|env\.|your[-_ ])/i;

/** Long, of letters and digits, without a space: what stands under a name like `token` must look like this to be taken for a credential. */
export function looksRandom(value: string): boolean {
  return value.length >= 16 && /[0-9]/.test(value) && /[A-Za-z]/.test(value) && !/\s/.test(value) && !/^\d{4}-\d\d-\d\d/.test(value);
}

/** A name of something, as in lists of fields (`["password", "email"]`): what a pair of name and value holds must be more to be a secret. */
export function isPlainWord(value: string): boolean {
  return /^[A-Za-z][A-Za-z_-]*$/.test(value);
}

/** `pwd` is a password, and to a shell the current folder. */
export function isFolder(name: string, value: string): boolean {
  return /pwd$/i.test(name) && /^(?:~?\/|[A-Za-z]:[\\/])/.test(value);
}

/** The value is an address: credentials in it are found by their own place (`user:password@`, `?token=`). */
export function isAddress(value: string): boolean {
  return /^[a-z][a-z0-9+.-]{0,30}:\/\//i.test(value);
}

import { stepfork } from './stepfork.mjs';

/** What `stepfork diff` says of two recordings against a provider that draws its ids anew; `null`: no difference. */
export async function differenceOfTwo(folder, files) {
  const { code, stdout, stderr } = await stepfork(folder, ['diff', ...files]);
  return code === 0 ? null : `two recordings differ: ${(stdout || stderr).trim().slice(0, 600)}`;
}

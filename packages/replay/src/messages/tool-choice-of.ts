import type { Json } from '@stepfork/trace';
import type { ToolChoice } from '../claim/request-claim.ts';
import { keysOf } from '../matchers/contents.ts';
import { valueAt } from '../matchers/value-at.ts';
import { messageRequest } from './message-request.ts';

const places = ['/tool_choice', '/toolChoice', '/toolConfig/functionCallingConfig', '/tool_config/function_calling_config'];

/** Which tools a request lets the model use, whatever its dialect; `null` where it does not say. */
export function toolChoiceOf(request: Json): ToolChoice | null {
  const said = messageRequest(request);
  for (const place of places) {
    const choice = valueAt(said, place);
    if (choice !== undefined && choice !== null) return read(choice);
  }
  return null;
}

function read(choice: Json): ToolChoice | null {
  if (typeof choice === 'string') return named(choice);
  const fields = keysOf(choice, null);
  const tool = [fields?.get('name'), fields?.get('toolName'), valueAt(choice, '/function/name')].find((name) => typeof name === 'string');
  if (typeof tool === 'string') return { tool };
  const only = fields?.get('allowedFunctionNames') ?? fields?.get('allowed_function_names');
  if (Array.isArray(only) && only.length === 1 && typeof only[0] === 'string') return { tool: only[0] };
  const kind = fields?.get('type') ?? fields?.get('mode');
  return typeof kind === 'string' ? named(kind) : null;
}

/** `any` is what Anthropic and Gemini call `required`. */
function named(choice: string): ToolChoice | null {
  switch (choice.toLowerCase()) {
    case 'auto':
      return 'auto';
    case 'none':
      return 'none';
    case 'required':
    case 'any':
      return 'required';
    default:
      return null;
  }
}

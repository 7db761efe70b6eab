import { canonicalJson, type Json } from '@stepfork/trace';
import { briefClaim } from '../claim/brief-claim.ts';
import type { MessageClaim, RequestLike, ToolChoice } from '../claim/request-claim.ts';
import { brief } from '../matchers/brief.ts';
import { compilePattern } from '../matchers/compile-pattern.ts';
import { keysOf } from '../matchers/contents.ts';
import { mismatches } from '../matchers/mismatches.ts';
import { projection } from '../matchers/projection.ts';
import { messageRequest } from '../messages/message-request.ts';
import { type Message, messagesOf } from '../messages/messages-of.ts';
import { offeredTools } from '../messages/offered-tools.ts';
import { roleNamed } from '../messages/role-named.ts';
import { toolChoiceOf } from '../messages/tool-choice-of.ts';

export interface RequestMismatch {
  /** What the request has instead, as the end of a sentence that begins with it: "has no system message". */
  readonly message: string;
  readonly expected: Json;
  readonly actual: Json | undefined;
}

const compiled = new WeakMap<MessageClaim, (text: string) => boolean>();

/** Where a request is not what was claimed of it. */
export function* requestMismatches(claim: RequestLike, input: Json): Generator<RequestMismatch> {
  const request = isOfWire(claim.with) ? input : messageRequest(input);
  if (claim.with !== undefined) {
    for (const { path, expected, actual } of mismatches(claim.with, request)) {
      const message = `has ${brief(actual)}${path === '' ? '' : ` at ${path}`}, claimed ${briefClaim(expected)}`;
      yield { message, expected: claim.with, actual: projection(claim.with, request) };
    }
  }
  if (claim.messages !== undefined && claim.messages.length > 0) {
    const messages = messagesOf(request);
    for (const one of claim.messages) {
      if (messages.some((message) => isLike(one, message))) continue;
      const ofRole = messages.filter(({ role }) => one.role === undefined || role === roleNamed(one.role));
      yield { message: `has no ${messageWords(one)}`, expected: { ...one }, actual: ofRole.map(({ role, text }) => ({ role, text })) };
    }
  }
  if (claim.tools !== undefined) {
    const offered = [...new Set(offeredTools(request))];
    const absent = claim.tools.filter((tool) => !offered.includes(tool));
    if (absent.length > 0) {
      const kept = claim.tools.filter((tool) => offered.includes(tool));
      yield { message: `does not offer the tool ${absent.join(', ')}`, expected: claim.tools, actual: kept };
    }
  }
  if (claim.toolChoice !== undefined) {
    const choice = toolChoiceOf(request);
    if (choice === null || canonicalJson(choice) !== canonicalJson(claim.toolChoice)) {
      const has = choice === null ? 'no tool choice' : choiceWords(choice);
      yield { message: `has ${has}, claimed ${choiceWords(claim.toolChoice)}`, expected: claim.toolChoice, actual: choice ?? undefined };
    }
  }
}

/** What is claimed of a request, in words; empty: nothing. */
export function requestWords({ with: part, messages = [], tools = [], toolChoice }: RequestLike): string {
  return [
    ...(part === undefined ? [] : [briefClaim(part)]),
    ...messages.map((one) => `a ${messageWords(one)}`),
    ...tools.map((tool) => `the tool ${tool}`),
    ...(toolChoice === undefined ? [] : [choiceWords(toolChoice)]),
  ].join(' and ');
}

/** The claim speaks of the HTTP request itself, and not of what was meant by it. */
function isOfWire(part: Json | undefined): boolean {
  const fields = part === undefined ? null : keysOf(part, null);
  return fields !== null && ['method', 'url', 'headers', 'body'].some((key) => fields.has(key));
}

function isLike(claim: MessageClaim, { role, text }: Message): boolean {
  return (
    (claim.role === undefined || role === roleNamed(claim.role)) &&
    (claim.contains === undefined || text.includes(claim.contains)) &&
    (claim.pattern === undefined || hasPattern(claim, claim.pattern, text))
  );
}

function hasPattern(claim: MessageClaim, pattern: string, text: string): boolean {
  const test = compiled.get(claim) ?? compilePattern(pattern, claim.flags);
  compiled.set(claim, test);
  return test(text);
}

function messageWords({ role, contains, pattern, flags = '' }: MessageClaim): string {
  const says = [
    ...(contains === undefined ? [] : [`contains ${brief(contains)}`]),
    ...(pattern === undefined ? [] : [`is like /${pattern}/${flags}`]),
  ];
  return `${role === undefined ? '' : `${role} `}message${says.length === 0 ? '' : ` that ${says.join(' and ')}`}`;
}

function choiceWords(choice: ToolChoice): string {
  return typeof choice === 'string' ? `the tool choice ${choice}` : `the tool choice ${choice.tool}`;
}

import { createProjectRedactor } from '@stepfork/interceptor';
import { encodeValue } from '@stepfork/trace';
import { expect, test } from 'vitest';
import { callInput } from './call-input.ts';
import type { CallOptions } from './language-model.ts';

test('who it is that the model is asked for stands in no trace, under the options of any provider', () => {
  const person = 'user_7f3e91ab-device-9a8b7c6d';
  const options = {
    prompt: [],
    providerOptions: { openai: { user: person, safetyIdentifier: person, store: true }, anthropic: { metadata: { userId: person } } },
  } as unknown as CallOptions;
  const redacted = encodeValue(callInput(options, false), createProjectRedactor({ key: new Uint8Array(32) }));
  expect(redacted).toEqual({
    prompt: [],
    providerOptions: {
      openai: { user: 'STEPFORKperson', safetyIdentifier: 'STEPFORKperson', store: true },
      anthropic: { metadata: { userId: 'STEPFORKperson' } },
    },
  });
  expect(encodeValue(callInput(options, false))).toEqual(options);
});

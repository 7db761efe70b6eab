import { createOpenAICompatible as compatible7 } from '@ai-sdk/openai-compatible';
import * as ai7 from 'ai';
import * as ai5 from 'ai5';
import * as ai6 from 'ai6';
import { createOpenAICompatible as compatible5 } from 'openai-compatible5';
import { createOpenAICompatible as compatible6 } from 'openai-compatible6';

/** What the tests use of the SDK. The types of the three majors differ, and the tests speak to all of them: so they are those of 7. */
export type Sdk = Pick<typeof ai7, 'generateText' | 'streamText' | 'tool' | 'dynamicTool' | 'wrapLanguageModel' | 'stepCountIs'>;
type Compatible = typeof compatible7;

export interface Major {
  readonly name: string;
  readonly sdk: Sdk;
  readonly createOpenAICompatible: Compatible;
  readonly specificationVersion: string;
}

export const majors: readonly Major[] = [
  {
    name: 'AI SDK 5',
    sdk: ai5 as unknown as Sdk,
    createOpenAICompatible: compatible5 as unknown as Compatible,
    specificationVersion: 'v2',
  },
  {
    name: 'AI SDK 6',
    sdk: ai6 as unknown as Sdk,
    createOpenAICompatible: compatible6 as unknown as Compatible,
    specificationVersion: 'v3',
  },
  { name: 'AI SDK 7', sdk: ai7, createOpenAICompatible: compatible7, specificationVersion: 'v4' },
];

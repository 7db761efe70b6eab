import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { wrapModel } from '@stepfork/ai-sdk';
import { audited } from './office.ts';

const local = createOpenAICompatible({ name: 'local', baseURL: `${process.env.OFFICE_URL}/v1`, fetch: audited });

// For a real provider change this line: wrapModel(openai('gpt-5')), with openai from '@ai-sdk/openai'.
export const model = wrapModel(local('refund-1'));

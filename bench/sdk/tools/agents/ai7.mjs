import { createOpenAI } from '@ai-sdk/openai';
import * as ai from 'ai';
import { aiAgents } from '../ai-agents.mjs';

export const agents = aiAgents(ai, createOpenAI);

import * as ai from 'ai5';
import { createOpenAI } from 'ai5-openai';
import { aiAgents } from '../ai-agents.mjs';

export const agents = aiAgents(ai, createOpenAI);

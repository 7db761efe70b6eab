import * as ai from 'ai6';
import { createOpenAI } from 'ai6-openai';
import { aiAgents } from '../ai-agents.mjs';

export const agents = aiAgents(ai, createOpenAI);

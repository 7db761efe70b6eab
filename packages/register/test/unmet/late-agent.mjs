// The same agent, which loads its SDK only when it is asked.
import { askWeather } from './ask-weather.mjs';

export const agent = async () => askWeather(await import('ai'), await import('@ai-sdk/openai-compatible'));

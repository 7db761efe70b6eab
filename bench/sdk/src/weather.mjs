import { tool } from '@stepfork/interceptor';

/** The one tool of every agent. */
export const getWeather = tool('get_weather', async ({ city }) => ({ city, celsius: 21 }));

export const question = 'How is the weather in Paris?';
export const description = 'The weather of a city.';
export const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false };

/** Of the provider, which is up while recording and down in the replay. */
export const url = process.env.PROVIDER_URL;
/** Looks like one, so that a trace that held it would be found out. */
export const apiKey = process.env.PROVIDER_LOGIN;

import * as compatible from '@ai-sdk/openai-compatible';
import * as sdk from 'ai';
import { askWeather } from './ask-weather.mjs';

export const agent = () => askWeather(sdk, compatible);

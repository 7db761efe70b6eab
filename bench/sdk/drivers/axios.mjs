import axios from 'axios';
import { chatAgent } from '../src/chat-agent.mjs';

export const title = 'axios, on `http.request`';
export const packages = ['axios'];

export const agent = chatAgent(async ({ url, body, streams }) => {
  const responseType = streams ? 'stream' : 'json';
  const ask = () => axios.post(url, body, { responseType });
  const { data } = await ask().catch((error) => (error.response?.status === 500 ? ask() : Promise.reject(error)));
  return data;
});

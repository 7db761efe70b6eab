import tap from './exporter.mjs';

export default async () => [tap];

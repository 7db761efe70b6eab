export { jestExporter, jestExporter as default } from './jest-exporter.ts';

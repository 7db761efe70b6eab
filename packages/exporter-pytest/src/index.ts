export { pytestExporter, pytestExporter as default } from './pytest-exporter.ts';

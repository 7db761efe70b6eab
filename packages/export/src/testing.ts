export { describeExporter, type ExporterHarness, type RunExportedTest, type RunResult } from './testing/describe-exporter.ts';

export { type CredentialFormat, credentialFormats } from './credential-formats.ts';
export { type Disk, fullDisk, slowDisk } from './disks.ts';
export { ordinaryTexts } from './ordinary-texts.ts';
export type { StepEnd, StepPart, StepTraits, TracePart } from './part.ts';
export {
  effectStep,
  failedStep,
  head,
  input,
  killed,
  modelStep,
  openStep,
  parallel,
  returns,
  step,
  streamedStep,
  throws,
} from './parts.ts';
export { type Provider, type ProviderOptions, type ProviderRequest, startProvider } from './providers/start-provider.ts';
export { type ScoredTestCase, type TriageVersion, triageTests, triageVersions } from './scored-tests.ts';
export { type ToyAgents, toyAgents } from './toy-agents.ts';
export { eventsOf, trace, traceFile } from './trace.ts';

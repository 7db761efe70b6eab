import { asInvoked } from '../render/as-invoked.ts';
import { describeSupport } from '../render/sdks.ts';
import { writeNote } from '../terminal/streams.ts';
import type { InstalledSdk } from './installed-sdks.ts';

/** Names the SDKs of which other versions are supported than those that are installed. The run goes on: what goes through `fetch` is recorded all the same. */
export function noteOtherVersions(installed: readonly InstalledSdk[]): void {
  for (const one of installed) {
    if (one.support.kind !== 'other-version') continue;
    writeNote(
      asInvoked(
        `note: ${one.sdk.name} ${one.version}: ${describeSupport(one)}. What it does may be missing in the recording: see stepfork doctor`,
      ),
    );
  }
}

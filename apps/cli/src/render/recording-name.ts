/** What people call a recording: 0 is the trunk, then come the forks in file order. */
export function recordingName(place: number): string {
  return place === 0 ? 'the trunk' : `fork ${place}`;
}

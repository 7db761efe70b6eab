/** So long a replay may take where nobody says otherwise. */
export const defaultTimeoutMs = 10_000;

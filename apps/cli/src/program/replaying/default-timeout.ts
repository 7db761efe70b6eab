/** So long a replay of a program may take where nobody says otherwise: its processes start, and load their SDKs, within it. */
export const programTimeoutMs = 60_000;

export function buildPage(): Promise<string>;

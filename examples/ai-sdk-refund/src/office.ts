import { appendFileSync } from 'node:fs';

/** The back office, or the model, which lives behind the same door. The audit log has a line for everything that this agent set out to do. */
export const audited: typeof fetch = (url, init) => {
  if (process.env.AUDIT_LOG) appendFileSync(process.env.AUDIT_LOG, `POST ${String(url)}\n`);
  return fetch(url, init);
};

/** Posts to the back office and gives back its JSON. */
export async function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const response = await audited(`${process.env.OFFICE_URL}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

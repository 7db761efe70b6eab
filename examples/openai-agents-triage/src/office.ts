import { appendFileSync } from 'node:fs';

export const officeUrl = process.env.OFFICE_URL ?? 'http://127.0.0.1:8787';

/** Posts to the back office and gives back its JSON. The audit log has a line for everything that the agent sets out to do there. */
export async function post<T>(path: string, body: unknown): Promise<T> {
  if (process.env.AUDIT_LOG) appendFileSync(process.env.AUDIT_LOG, `POST ${path}\n`);
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${officeUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

import { appendFileSync } from 'node:fs';

/** Posts to the back office (or to the model, which lives behind the same door) and gives back its JSON. */
export async function post<T>(path: string, body: unknown): Promise<T> {
  // The audit log has a line for everything that this agent set out to do, also if nothing came of it.
  if (process.env.AUDIT_LOG) appendFileSync(process.env.AUDIT_LOG, `POST ${path}\n`);
  const response = await fetch(new URL(path, process.env.OFFICE_URL), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

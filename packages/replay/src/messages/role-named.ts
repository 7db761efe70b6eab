/** One name for a role in all dialects: a developer's message is a system message, and what Gemini calls `model` is the assistant. */
export function roleNamed(role: string): string {
  if (role === 'developer') return 'system';
  return role === 'model' ? 'assistant' : role;
}

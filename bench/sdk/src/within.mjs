/** Gives the body up after so many seconds: its signal is aborted. */
export async function within(seconds, body) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), seconds * 1000);
  try {
    return await body(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

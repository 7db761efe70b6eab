/** One line on a terminal that tells how far it is; nothing in the first second, nothing elsewhere. */
export interface Progress {
  readonly update: (text: string) => void;
  readonly done: () => void;
}

export function startProgress(what: string, stream: NodeJS.WriteStream = process.stderr): Progress {
  if (!stream.isTTY) return { update: () => {}, done: () => {} };
  let text = `${what} …`;
  let shown = false;
  const draw = (): void => {
    shown = true;
    stream.write(`\r\u001b[K${text}`);
  };
  let interval: NodeJS.Timeout | null = null;
  const first = setTimeout(() => {
    draw();
    interval = setInterval(draw, 250);
    interval.unref();
  }, 1000);
  first.unref();
  return {
    update: (next) => {
      text = next;
    },
    done: () => {
      clearTimeout(first);
      if (interval !== null) clearInterval(interval);
      if (shown) stream.write('\r\u001b[K');
    },
  };
}

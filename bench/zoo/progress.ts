/** Tells how far the measure is: one line that changes on a terminal, else one line for each thing that is done. On stderr: stdout is the result. */
export interface Progress {
  at(what: string): void;
  done(line: string): void;
  end(): void;
}

export function createProgress(stream: NodeJS.WriteStream): Progress {
  const clear = '\r\x1b[K';
  const isTerminal = stream.isTTY === true;
  return {
    at(what) {
      if (isTerminal) stream.write(`${clear}${what.slice(0, (stream.columns ?? 80) - 1)}`);
    },
    done(line) {
      if (!isTerminal) stream.write(`${line}\n`);
    },
    end() {
      if (isTerminal) stream.write(clear);
    },
  };
}

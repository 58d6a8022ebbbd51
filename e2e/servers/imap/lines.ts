/** What a client says, command by command; a literal is part of its command. */
export type Lines = {
  take(chunk: Buffer): void;
  /** The next command, without its line end; undefined once the client is gone. */
  next(): Promise<string | undefined>;
  /** Drops what came and was not asked for: nothing said before TLS counts after it. */
  forget(): void;
  end(): void;
};

/** `goAhead` is called when the client waits for leave to send a literal. */
export function openLines(goAhead: () => void): Lines {
  const ready: string[] = [];
  let text = '';
  let seenTo = 0;
  let isEnded = false;
  let wake = () => {};

  return {
    take(chunk) {
      text += chunk.toString('latin1');
      for (let end = text.indexOf('\r\n', seenTo); end >= 0; end = text.indexOf('\r\n', seenTo)) {
        const [, size, plus] = /\{(\d+)(\+?)\}$/.exec(text.slice(seenTo, end)) ?? [];
        if (size === undefined) {
          ready.push(text.slice(0, end));
          [text, seenTo] = [text.slice(end + 2), 0];
        } else {
          seenTo = end + 2 + Number(size);
          if (!plus) goAhead();
        }
      }
      wake();
    },
    async next() {
      while (ready.length === 0 && !isEnded) await new Promise<void>((resolve) => (wake = resolve));
      return ready.shift();
    },
    forget() {
      ready.length = 0;
      [text, seenTo] = ['', 0];
    },
    end() {
      isEnded = true;
      wake();
    },
  };
}

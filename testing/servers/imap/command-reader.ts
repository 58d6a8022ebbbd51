/** The client's input, command by command; a literal is part of its command. */
export type CommandReader = {
  push(chunk: Buffer): void;
  /** The next command, without its line end; undefined once the client has disconnected. */
  next(): Promise<string | undefined>;
  /** Drops unread input: input before TLS does not count after it. */
  discard(): void;
  end(): void;
};

/** `goAhead` is called when the client waits for permission to send a literal. */
export function createCommandReader(requestLiteral: () => void): CommandReader {
  const ready: string[] = [];
  let text = '';
  let scannedTo = 0;
  let isEnded = false;
  let wake = () => {};

  return {
    push(chunk) {
      text += chunk.toString('latin1');
      for (let end = text.indexOf('\r\n', scannedTo); end >= 0; end = text.indexOf('\r\n', scannedTo)) {
        const [, size, plus] = /\{(\d+)(\+?)\}$/.exec(text.slice(scannedTo, end)) ?? [];
        if (size === undefined) {
          ready.push(text.slice(0, end));
          [text, scannedTo] = [text.slice(end + 2), 0];
        } else {
          scannedTo = end + 2 + Number(size);
          if (!plus) requestLiteral();
        }
      }
      wake();
    },
    async next() {
      while (ready.length === 0 && !isEnded) await new Promise<void>((resolve) => (wake = resolve));
      return ready.shift();
    },
    discard() {
      ready.length = 0;
      [text, scannedTo] = ['', 0];
    },
    end() {
      isEnded = true;
      wake();
    },
  };
}

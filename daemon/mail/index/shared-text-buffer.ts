/**
 * Texts of mail that is being stored, handed to the indexer by the worker that has just read them, through memory the two
 * share. They only save it the reading: one that was not handed over, or was lost with a worker, it reads from the store.
 *
 * A ring: two counters, of all bytes ever written and of all ever read, and behind them the records. A record is its
 * length, the id of its message, whose content never changes, and its text.
 */
export type SharedTextBuffer = SharedArrayBuffer;

const capacityBytes = 1 << 22;
const counterBytes = 2 * Int32Array.BYTES_PER_ELEMENT;
const writeCounter = 0;
const readCounter = 1;
/** A UUID as text. */
const idBytes = 36;
const headerBytes = 4 + idBytes;
/** Characters the indexer takes out of the ring before it needs them, at most. */
const maxHeldCharacters = 6_000_000;

export function createSharedTextBuffer(): SharedTextBuffer {
  return new SharedArrayBuffer(counterBytes + capacityBytes);
}

export type SharedTextWriter = { write(message_id: string, text: string): void };

/** For the worker that reads mail. A text must be given before its message is stored; it is dropped where there is no room. */
export function sharedTextWriter(buffer: SharedTextBuffer): SharedTextWriter {
  const counts = new Int32Array(buffer, 0, 2);
  const bytes = Buffer.from(buffer, counterBytes);
  return {
    write(message_id, text) {
      const start = Atomics.load(counts, writeCounter);
      const freeBytes = capacityBytes - ((start - Atomics.load(counts, readCounter)) | 0);
      const at = start & (capacityBytes - 1);
      // A record lies in one piece: what is left at the end of the ring is passed over.
      const skipped = capacityBytes - at < headerBytes + 3 * text.length ? capacityBytes - at : 0;
      if (text.length * 3 + headerBytes + skipped > freeBytes) return;
      const offset = skipped > 0 ? 0 : at;
      if (skipped > 0) bytes.writeInt32LE(-1, at);
      const length = bytes.write(text, offset + headerBytes, 'utf8');
      bytes.write(message_id, offset + 4, 'latin1');
      bytes.writeInt32LE(length, offset);
      Atomics.store(counts, writeCounter, (start + skipped + padded(headerBytes + length)) | 0);
    },
  };
}

export type SharedTextReader = {
  /** Looks for what has come. */
  receive(): void;
  /** The text of a message, once. */
  take(message_id: string): string | undefined;
  /** Lets go of what has been here since the last time and nobody asked for. */
  discardStale(): void;
};

/** For the indexer. Whatever the worker before it left in the ring is passed over. */
export function sharedTextReader(buffer: SharedTextBuffer): SharedTextReader {
  const counts = new Int32Array(buffer, 0, 2);
  const bytes = Buffer.from(buffer, counterBytes);
  Atomics.store(counts, readCounter, Atomics.load(counts, writeCounter));
  let texts = new Map<string, string>();
  let olderTexts = new Map<string, string>();
  let heldCharacters = 0;
  return {
    receive() {
      let next = Atomics.load(counts, readCounter);
      const end = Atomics.load(counts, writeCounter);
      while (next !== end && heldCharacters < maxHeldCharacters) {
        const at = next & (capacityBytes - 1);
        const length = bytes.readInt32LE(at);
        if (length < 0) next = (next + capacityBytes - at) | 0;
        else {
          const message_id = bytes.toString('latin1', at + 4, at + headerBytes);
          const text = bytes.toString('utf8', at + headerBytes, at + headerBytes + length);
          heldCharacters += text.length - (texts.get(message_id)?.length ?? 0);
          texts.set(message_id, text);
          next = (next + padded(headerBytes + length)) | 0;
        }
      }
      Atomics.store(counts, readCounter, next);
    },
    take(message_id) {
      const source = texts.has(message_id) ? texts : olderTexts;
      const text = source.get(message_id);
      if (text === undefined) return undefined;
      source.delete(message_id);
      heldCharacters -= text.length;
      return text;
    },
    discardStale() {
      olderTexts = texts;
      texts = new Map();
      heldCharacters = [...olderTexts.values()].reduce((sum, { length }) => sum + length, 0);
    },
  };
}

/** Records begin at multiples of four. */
function padded(length: number): number {
  return (length + 3) & ~3;
}

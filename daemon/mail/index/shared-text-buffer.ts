/**
 * Texts of messages that are being stored, which the ingest worker passes to the indexer through shared memory. They
 * only save the indexer reading: a text that is not passed, or is lost with a worker, is read from the store.
 *
 * The buffer is a ring: two counters, of all bytes ever written and of all bytes ever read, followed by the records.
 * A record has its length, the id of its message, whose content never changes, and its text.
 */
export type SharedTextBuffer = SharedArrayBuffer;

const capacityBytes = 1 << 22;
const counterBytes = 2 * Int32Array.BYTES_PER_ELEMENT;
const writeCounter = 0;
const readCounter = 1;
/** A UUID as text. */
const idBytes = 36;
const headerBytes = 4 + idBytes;
/** The maximum number of characters that the indexer holds outside the ring before it needs them. */
const maxHeldCharacters = 6_000_000;

export function createSharedTextBuffer(): SharedTextBuffer {
  return new SharedArrayBuffer(counterBytes + capacityBytes);
}

export type SharedTextWriter = { write(message_id: string, text: string): void };

/**
 * The side of the ingest worker. A text must be written before its message is stored; it is dropped if there is no
 * room.
 */
export function sharedTextWriter(buffer: SharedTextBuffer): SharedTextWriter {
  const counts = new Int32Array(buffer, 0, 2);
  const bytes = Buffer.from(buffer, counterBytes);
  return {
    write(message_id, text) {
      const start = Atomics.load(counts, writeCounter);
      const freeBytes = capacityBytes - ((start - Atomics.load(counts, readCounter)) | 0);
      const at = start & (capacityBytes - 1);
      // A record is contiguous: the rest at the end of the ring is skipped.
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
  /** Reads new records from the ring. */
  receive(): void;
  /** Returns the text of a message, once. */
  take(message_id: string): string | undefined;
  /** Drops texts that were already held at the last call and were not taken. */
  discardStale(): void;
};

/** The side of the indexer. Records from before its start are skipped. */
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

/** Records are aligned to 4 bytes. */
function padded(length: number): number {
  return (length + 3) & ~3;
}

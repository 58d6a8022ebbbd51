/**
 * Texts of mail that is being stored, handed to the indexer by the worker that has just read them, through memory the two
 * share. They only save it the reading: one that was not handed over, or was lost with a worker, it reads from the store.
 *
 * A ring: two counters, of all bytes ever written and of all ever read, and behind them the records. A record is its
 * length, the id of its message, whose content never changes, and its text.
 */
export type TextRing = SharedArrayBuffer;

const capacity = 1 << 22;
const counters = 2 * Int32Array.BYTES_PER_ELEMENT;
const written = 0;
const read = 1;
/** A UUID as text. */
const idLength = 36;
const headLength = 4 + idLength;
/** Characters the indexer takes out of the ring before it needs them, at most. */
const mostTaken = 6_000_000;

export function makeTextRing(): TextRing {
  return new SharedArrayBuffer(counters + capacity);
}

export type TextGiver = { give(message_id: string, text: string): void };

/** For the worker that reads mail. A text must be given before its message is stored; it is dropped where there is no room. */
export function textGiver(ring: TextRing): TextGiver {
  const counts = new Int32Array(ring, 0, 2);
  const bytes = Buffer.from(ring, counters);
  return {
    give(message_id, text) {
      const start = Atomics.load(counts, written);
      const room = capacity - ((start - Atomics.load(counts, read)) | 0);
      const at = start & (capacity - 1);
      // A record lies in one piece: what is left at the end of the ring is passed over.
      const skipped = capacity - at < headLength + 3 * text.length ? capacity - at : 0;
      if (text.length * 3 + headLength + skipped > room) return;
      const place = skipped > 0 ? 0 : at;
      if (skipped > 0) bytes.writeInt32LE(-1, at);
      const length = bytes.write(text, place + headLength, 'utf8');
      bytes.write(message_id, place + 4, 'latin1');
      bytes.writeInt32LE(length, place);
      Atomics.store(counts, written, (start + skipped + padded(headLength + length)) | 0);
    },
  };
}

export type HandedTexts = {
  /** Looks for what has come. */
  receive(): void;
  /** The text of a message, once. */
  take(message_id: string): string | undefined;
  /** Lets go of what has been here since the last time and nobody asked for. */
  tidy(): void;
};

/** For the indexer. Whatever the worker before it left in the ring is passed over. */
export function handedTexts(ring: TextRing): HandedTexts {
  const counts = new Int32Array(ring, 0, 2);
  const bytes = Buffer.from(ring, counters);
  Atomics.store(counts, read, Atomics.load(counts, written));
  let texts = new Map<string, string>();
  let before = new Map<string, string>();
  let taken = 0;
  return {
    receive() {
      let next = Atomics.load(counts, read);
      const end = Atomics.load(counts, written);
      while (next !== end && taken < mostTaken) {
        const at = next & (capacity - 1);
        const length = bytes.readInt32LE(at);
        if (length < 0) next = (next + capacity - at) | 0;
        else {
          const message_id = bytes.toString('latin1', at + 4, at + headLength);
          const text = bytes.toString('utf8', at + headLength, at + headLength + length);
          taken += text.length - (texts.get(message_id)?.length ?? 0);
          texts.set(message_id, text);
          next = (next + padded(headLength + length)) | 0;
        }
      }
      Atomics.store(counts, read, next);
    },
    take(message_id) {
      const holder = texts.has(message_id) ? texts : before;
      const text = holder.get(message_id);
      if (text === undefined) return undefined;
      holder.delete(message_id);
      taken -= text.length;
      return text;
    },
    tidy() {
      before = texts;
      texts = new Map();
      taken = [...before.values()].reduce((sum, { length }) => sum + length, 0);
    },
  };
}

/** Records begin at multiples of four. */
function padded(length: number): number {
  return (length + 3) & ~3;
}

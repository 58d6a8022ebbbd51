import { crc32 } from 'node:zlib';

/**
 * What the ingest worker is reading, in memory it shares with the thread that watches it: a message that keeps it busy
 * for too long, or that it dies over, is known by this when the next worker begins, and is then read by its header alone.
 */
export type PulseBuffer = SharedArrayBuffer;

/** The numbers of the buffer: since when, what, and after those the messages that proved fatal. */
const since = 0;
const length = 1;
const checksum = 2;
const fatal = 3;
const mostFatal = 32;

export function makePulseBuffer(): PulseBuffer {
  return new SharedArrayBuffer((fatal + 2 * mostFatal) * Int32Array.BYTES_PER_ELEMENT);
}

/** For how many milliseconds one message has been read by now; 0 where none is. */
export function busyFor(buffer: PulseBuffer): number {
  const began = Atomics.load(new Int32Array(buffer), since);
  return began === 0 ? 0 : (milliseconds() - began) | 0;
}

export type ReadingPulse = {
  /** Whether an earlier worker came to its end over this message. */
  isFatal(bytes: Uint8Array): boolean;
  begin(bytes: Uint8Array): void;
  end(): void;
};

/** For the worker. What the worker before it was reading when it ended counts as fatal from now on. */
export function readingPulse(buffer: PulseBuffer): ReadingPulse {
  const state = new Int32Array(buffer);
  if (state[since] !== 0) remember(state);
  state[since] = 0;
  const known = new Set<string>();
  for (let at = fatal; at < state.length; at += 2) if (state[at] !== 0) known.add(`${state[at]} ${state[at + 1]}`);
  return {
    isFatal: (bytes) => known.size > 0 && known.has(`${bytes.length | 0} ${crc32(bytes) | 0}`),
    begin(bytes) {
      state[length] = bytes.length;
      state[checksum] = crc32(bytes);
      Atomics.store(state, since, milliseconds() || 1);
    },
    end: () => void Atomics.store(state, since, 0),
  };
}

function remember(state: Int32Array): void {
  state.copyWithin(fatal + 2, fatal, state.length - 2);
  state[fatal] = state[length] ?? 0;
  state[fatal + 1] = state[checksum] ?? 0;
}

/** The time of day as 32 bits, the same on every thread. */
function milliseconds(): number {
  return (performance.timeOrigin + performance.now()) | 0;
}

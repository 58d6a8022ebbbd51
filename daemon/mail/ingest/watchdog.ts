import { crc32 } from 'node:zlib';

/**
 * The message that the ingest worker is reading, in memory it shares with the thread that watches it. A message that
 * keeps the worker busy for too long, or terminates it, is recognized by the next worker, which then reads only its
 * header.
 */
export type WatchdogBuffer = SharedArrayBuffer;

/** The fields of the buffer: the start time, the message, and the list of fatal messages. */
const startedIndex = 0;
const lengthIndex = 1;
const checksumIndex = 2;
const fatalIndex = 3;
const maxFatal = 32;

export function createWatchdogBuffer(): WatchdogBuffer {
  return new SharedArrayBuffer((fatalIndex + 2 * maxFatal) * Int32Array.BYTES_PER_ELEMENT);
}

/** How many milliseconds the worker has been reading the current message; 0 if there is none. */
export function busyMs(buffer: WatchdogBuffer): number {
  const began = Atomics.load(new Int32Array(buffer), startedIndex);
  return began === 0 ? 0 : (nowMs() - began) | 0;
}

export type IngestWatchdog = {
  /** Whether this message terminated an earlier worker. */
  isFatal(bytes: Uint8Array): boolean;
  begin(bytes: Uint8Array): void;
  end(): void;
};

/**
 * The side of the worker. The message that the previous worker was reading when it ended counts as fatal from now on.
 */
export function ingestWatchdog(buffer: WatchdogBuffer): IngestWatchdog {
  const state = new Int32Array(buffer);
  if (state[startedIndex] !== 0) rememberFatal(state);
  state[startedIndex] = 0;
  const known = new Set<string>();
  for (let at = fatalIndex; at < state.length; at += 2) if (state[at] !== 0) known.add(`${state[at]} ${state[at + 1]}`);
  return {
    isFatal: (bytes) => known.size > 0 && known.has(`${bytes.length | 0} ${crc32(bytes) | 0}`),
    begin(bytes) {
      state[lengthIndex] = bytes.length;
      state[checksumIndex] = crc32(bytes);
      Atomics.store(state, startedIndex, nowMs() || 1);
    },
    end: () => void Atomics.store(state, startedIndex, 0),
  };
}

function rememberFatal(state: Int32Array): void {
  state.copyWithin(fatalIndex + 2, fatalIndex, state.length - 2);
  state[fatalIndex] = state[lengthIndex] ?? 0;
  state[fatalIndex + 1] = state[checksumIndex] ?? 0;
}

/** The time of day as 32 bits, the same on every thread. */
function nowMs(): number {
  return (performance.timeOrigin + performance.now()) | 0;
}

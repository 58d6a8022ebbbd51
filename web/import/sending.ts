import type { Api } from '../api.ts';
import { Refusal, Unreachable } from '../session.ts';
import { strings } from '../strings.ts';
import { giveFile, type Give } from './giving.ts';
import type { Picked } from './picked.ts';

const words = strings.import;

/** A file that was not taken, and why. */
export type LeftOut = { path: string; reason: string };

export type SendingState = {
  /** `stopped`: something is in the way, and one can try again. */
  phase: 'idle' | 'sending' | 'starting' | 'stopped';
  files: { done: number; all: number };
  bytes: { done: number; all: number };
  leftOut: readonly LeftOut[];
  trouble: string | undefined;
  /** The import that was started last. */
  started: string | undefined;
};

/** Gives files to an import and starts it. It goes on while one looks at other pages. */
export type ImportSending = {
  state: () => SendingState;
  subscribe: (listener: () => void) => () => void;
  send: (picked: readonly Picked[], folder: string) => void;
  /** Goes on where it stopped. */
  retry: () => void;
  /** Ends it; what was sent is thrown away. */
  cancel: () => void;
};

type Run = {
  import_id: string | undefined;
  folder: string;
  picked: readonly Picked[];
  waiting: Picked[];
  doneFiles: number;
  doneBytes: number;
  allBytes: number;
  ending: AbortController;
};

const atOnce = 4;
const idle: SendingState = {
  phase: 'idle',
  files: { done: 0, all: 0 },
  bytes: { done: 0, all: 0 },
  leftOut: [],
  trouble: undefined,
  started: undefined,
};

export function createImportSending({
  api,
  give,
  wordsOf,
  onStarted,
}: {
  api: Pick<Api, 'import'>;
  give: Give;
  /** What a person is told of an error. */
  wordsOf: (error: unknown) => string;
  onStarted: () => void;
}): ImportSending {
  let state = idle;
  let run: Run | undefined;
  let told = Number.NEGATIVE_INFINITY;
  const listeners = new Set<() => void>();

  function change(next: Partial<SendingState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  /** Told at most ten times a second: there may be a hundred thousand small files. */
  function tell({ picked, doneFiles, doneBytes, allBytes }: Run, isDue = false): void {
    const now = performance.now();
    if (!isDue && now - told < 100) return;
    told = now;
    change({ files: { done: doneFiles, all: picked.length }, bytes: { done: doneBytes, all: allBytes } });
  }

  async function sendOne(now: Run, import_id: string, each: Picked): Promise<void> {
    const { path, file } = each;
    const leaveOut = (reason: string) => change({ leftOut: [...state.leftOut, { path, reason }] });
    let sent = 0;
    const sentUpTo = (bytes: number) => {
      now.doneBytes += bytes - sent;
      sent = bytes;
      tell(now);
    };
    try {
      const { signal } = now.ending;
      const { is } = await giveFile(give, import_id, each, { signal, onSent: sentUpTo });
      if (is === 'no mail') leaveOut(words.noMail);
    } catch (error) {
      const reason = await reasonOfFile(error, file);
      if (reason === undefined) {
        sentUpTo(0);
        throw error;
      }
      leaveOut(reason);
    }
    now.doneFiles++;
    sentUpTo(file.size);
  }

  async function sendAll(now: Run): Promise<void> {
    change({ phase: 'sending', trouble: undefined });
    try {
      const { folder, waiting } = now;
      now.import_id ??= (await api.import.begin({ ...(folder !== '' && { folder }) }, now.ending.signal)).import_id;
      const { import_id } = now;
      const worker = async () => {
        for (let each = waiting.shift(); each; each = waiting.shift()) {
          try {
            now.ending.signal.throwIfAborted();
            await sendOne(now, import_id, each);
          } catch (error) {
            waiting.unshift(each);
            throw error;
          }
        }
      };
      const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker));
      tell(now, true);
      for (const each of ended) if (each.status === 'rejected') throw each.reason;
      change({ phase: 'starting' });
      await api.import.run({ import_id }, now.ending.signal);
      run = undefined;
      change({ phase: 'idle', started: import_id });
      onStarted();
    } catch (error) {
      if (now.ending.signal.aborted) return;
      // What took the files is gone, after a day or a restart: all of them are sent anew.
      if (error instanceof Refusal && error.code === 'not_found') Object.assign(now, fresh(now.picked));
      change({ phase: 'stopped', trouble: wordsOf(error) });
    }
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send(picked, folder) {
      if (run) return;
      const allBytes = picked.reduce((sum, { file }) => sum + file.size, 0);
      run = { ...fresh(picked), folder: folder.trim(), picked, allBytes, ending: new AbortController() };
      change(idle);
      tell(run, true);
      void sendAll(run);
    },
    retry() {
      if (!run || state.phase !== 'stopped') return;
      tell(run, true);
      void sendAll(run);
    },
    cancel() {
      const ended = run;
      run = undefined;
      ended?.ending.abort();
      change(idle);
      // Where this fails too, it is thrown away by itself after a day.
      if (ended?.import_id) void api.import.discard({ import_id: ended.import_id }).catch(() => undefined);
    },
  };
}

/** Nothing of it sent yet. */
function fresh(picked: readonly Picked[]): Pick<Run, 'import_id' | 'waiting' | 'doneFiles' | 'doneBytes'> {
  return { import_id: undefined, waiting: [...picked], doneFiles: 0, doneBytes: 0 };
}

/** Refusals that are about one file alone, so that the others can still come. */
const ofOneFile = new Set(['bad_file_path', 'file_too_long', 'invalid_input', 'wrong_offset']);

/**
 * Why one file cannot come; undefined where all are in trouble. A file that is gone or changed since it was picked looks to
 * a request as if nobody answered.
 */
async function reasonOfFile(error: unknown, file: File): Promise<string | undefined> {
  if (error instanceof Refusal) return ofOneFile.has(error.code) ? error.message : undefined;
  if (!(error instanceof Unreachable)) return undefined;
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => undefined,
      () => words.notReadable,
    );
}

import type { Api } from '../../api/client.ts';
import { Refusal, Unreachable } from '../../api/session.ts';
import { createStore } from '../../api/store.ts';
import { strings } from '../../i18n/strings.ts';
import { uploadFile, type UploadChunk } from './upload-file.ts';
import type { Picked } from './picked-files.ts';

const t = strings.import;

/** A file that was not accepted, and the reason. */
export type SkippedFile = { path: string; reason: string };

export type ImportUploadState = {
  /** `stopped`: an error occurred, and the user can try again. */
  phase: 'idle' | 'sending' | 'starting' | 'stopped';
  files: { done: number; all: number };
  bytes: { done: number; all: number };
  skipped: readonly SkippedFile[];
  problem: string | undefined;
  /** The import that was started last. */
  started: string | undefined;
};

/** Uploads files to an import and starts it. The upload continues while the user visits other pages. */
export type ImportUpload = {
  state: () => ImportUploadState;
  subscribe: (listener: () => void) => () => void;
  send: (picked: readonly Picked[], folder: string) => void;
  /** Continues a stopped upload. */
  retry: () => void;
  /** Cancels the upload; the daemon discards what was sent. */
  cancel: () => void;
};

type UploadRun = {
  import_id: string | undefined;
  folder: string;
  picked: readonly Picked[];
  waiting: Picked[];
  doneFiles: number;
  doneBytes: number;
  allBytes: number;
  ending: AbortController;
};

const concurrency = 4;
const idle: ImportUploadState = {
  phase: 'idle',
  files: { done: 0, all: 0 },
  bytes: { done: 0, all: 0 },
  skipped: [],
  problem: undefined,
  started: undefined,
};

type ImportUploadDeps = {
  api: Pick<Api, 'import'>;
  uploadChunk: UploadChunk;
  /** The text of an error for the user. */
  errorText: (error: unknown) => string;
  onStarted: () => void;
};

export function createImportUpload({ api, uploadChunk, errorText, onStarted }: ImportUploadDeps): ImportUpload {
  const { state, subscribe, change } = createStore(idle);
  let run: UploadRun | undefined;
  let lastReportAt = Number.NEGATIVE_INFINITY;

  /** Updates at most ten times a second, because there may be a hundred thousand small files. */
  function report({ picked, doneFiles, doneBytes, allBytes }: UploadRun, isDue = false): void {
    const now = performance.now();
    if (!isDue && now - lastReportAt < 100) return;
    lastReportAt = now;
    change({ files: { done: doneFiles, all: picked.length }, bytes: { done: doneBytes, all: allBytes } });
  }

  async function uploadOne(now: UploadRun, import_id: string, each: Picked): Promise<void> {
    let sent = 0;
    const sentUpTo = (bytes: number) => {
      now.doneBytes += bytes - sent;
      sent = bytes;
      report(now);
    };
    const { signal } = now.ending;
    const reason = await uploadOrSkip(uploadChunk, import_id, each, { signal, onSent: sentUpTo });
    if (reason !== undefined) change({ skipped: [...state().skipped, { path: each.path, reason }] });
    now.doneFiles++;
    sentUpTo(each.file.size);
  }

  async function uploadAll(now: UploadRun): Promise<void> {
    change({ phase: 'sending', problem: undefined });
    try {
      const { folder, waiting } = now;
      now.import_id ??= (await api.import.create({ ...(folder !== '' && { folder }) }, now.ending.signal)).import_id;
      const { import_id } = now;
      await forEachConcurrently(waiting, now.ending.signal, (each) => uploadOne(now, import_id, each)).finally(() =>
        report(now, true),
      );
      change({ phase: 'starting' });
      await api.import.startUploaded({ import_id }, now.ending.signal);
      run = undefined;
      change({ phase: 'idle', started: import_id });
      onStarted();
    } catch (error) {
      if (now.ending.signal.aborted) return;
      // The import is gone, after a day or a restart of the daemon: all files are sent again.
      if (error instanceof Refusal && error.code === 'not_found') Object.assign(now, initialProgress(now.picked));
      change({ phase: 'stopped', problem: errorText(error) });
    }
  }

  return {
    state,
    subscribe,
    send(picked, folder) {
      if (run) return;
      const allBytes = picked.reduce((sum, { file }) => sum + file.size, 0);
      run = { ...initialProgress(picked), folder: folder.trim(), picked, allBytes, ending: new AbortController() };
      change(idle);
      report(run, true);
      void uploadAll(run);
    },
    retry() {
      if (!run || state().phase !== 'stopped') return;
      report(run, true);
      void uploadAll(run);
    },
    cancel() {
      const ended = run;
      run = undefined;
      ended?.ending.abort();
      change(idle);
      // If this fails too, the daemon discards the import after a day.
      if (ended?.import_id) void api.import.discard({ import_id: ended.import_id }).catch(() => undefined);
    },
  };
}

type UploadOptions = { signal: AbortSignal; onSent: (bytes: number) => void };

/** Sends a file; returns the reason if it is skipped. Rejects if all files are affected. */
async function uploadOrSkip(
  uploadChunk: UploadChunk,
  import_id: string,
  each: Picked,
  options: UploadOptions,
): Promise<string | undefined> {
  try {
    const { is } = await uploadFile(uploadChunk, import_id, each, options);
    return is === 'no mail' ? t.noMail : undefined;
  } catch (error) {
    const reason = await reasonOfFile(error, each.file);
    if (reason !== undefined) return reason;
    options.onSent(0);
    throw error;
  }
}

/** Takes items from the list until it is empty and puts a failed item back. Rejects after all running items have ended. */
async function forEachConcurrently<Item>(
  waiting: Item[],
  signal: AbortSignal,
  handle: (item: Item) => Promise<void>,
): Promise<void> {
  const worker = async () => {
    for (let each = waiting.shift(); each; each = waiting.shift()) {
      try {
        signal.throwIfAborted();
        await handle(each);
      } catch (error) {
        waiting.unshift(each);
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}

/** A file of which nothing was sent yet. */
function initialProgress(
  picked: readonly Picked[],
): Pick<UploadRun, 'import_id' | 'waiting' | 'doneFiles' | 'doneBytes'> {
  return { import_id: undefined, waiting: [...picked], doneFiles: 0, doneBytes: 0 };
}

/** Refusals that affect only one file. */
const fileErrorCodes = new Set(['bad_file_path', 'file_too_long', 'invalid_input', 'wrong_offset']);

/**
 * The reason why one file cannot be uploaded; undefined if all files are affected. For a request, a file that was deleted or
 * changed since it was picked looks like a failed connection.
 */
async function reasonOfFile(error: unknown, file: File): Promise<string | undefined> {
  if (error instanceof Refusal) return fileErrorCodes.has(error.code) ? error.message : undefined;
  if (!(error instanceof Unreachable)) return undefined;
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => undefined,
      () => t.notReadable,
    );
}

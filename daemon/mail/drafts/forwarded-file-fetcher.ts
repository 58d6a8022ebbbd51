import { untilAborted } from '../../base/abort.ts';
import { createWakeSignal } from '../../base/wake-signal.ts';
import type { Clock } from '../../base/clock.ts';
import { reasonOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import { backoff, type Loop } from '../../base/loop.ts';
import type { Announcement } from '../../contract/events.ts';
import { draftById, type DraftFile } from './drafts.ts';
import { saveDraftBlob, removeDraftBlob } from './blobs.ts';
import {
  forwardedFileSource,
  saveFetchedContent,
  saveFetchError,
  unfetchedFiles,
  type ForwardedFileSource,
} from '../compose/draft-files.ts';
import type { WriteDb } from '../../store/db.ts';

export type ForwardedFileFetcher = {
  /** Called when a draft got files that are not stored yet. */
  notify(): void;
  /** Resolves when every file of a draft is stored or has failed, or after some seconds. */
  waitForFiles(draft: number): Promise<void>;
  loop: Loop;
};

export type FileFetcherDeps = {
  db: WriteDb;
  clock: Clock;
  log: Log;
  announce: (announcement: Announcement) => void;
  /** The account's drafts on the server may be out of date. */
  onDraft: (account_id: string) => void;
  /** The bytes of an attachment, fetched if it was left on the server. Throws Failure if it is unavailable. */
  attachmentBytes: (from: ForwardedFileSource) => Promise<AsyncIterable<Uint8Array>>;
};

/** The maximum wait of a send for files, and the maximum delay until they are tried again, in milliseconds. */
const sendWaitMs = 15_000;
const maxRetryDelayMs = 3_600_000;

/** Copies the attachments of forwarded mail into their drafts, one by one; continues after a restart. */
export function forwardedFileFetcher({
  db,
  clock,
  log,
  announce,
  onDraft,
  attachmentBytes,
}: FileFetcherDeps): ForwardedFileFetcher {
  const wakeSignal = createWakeSignal(clock);
  const inProgress = new Map<number, Promise<void>>();

  const fetchShared = (file: DraftFile): Promise<void> => {
    const running = inProgress.get(file.id);
    if (running) return running;
    const fetching = fetchOne(file).finally(() => inProgress.delete(file.id));
    inProgress.set(file.id, fetching);
    return fetching;
  };

  async function fetchOne(file: DraftFile): Promise<void> {
    const from = forwardedFileSource(file);
    if (!from) return;
    try {
      const blob = await saveDraftBlob({ db, clock }, await attachmentBytes(from));
      const isWanted = saveFetchedContent(db, file.id, { content: blob.id, size: blob.size });
      if (!isWanted) removeDraftBlob(db, blob.id);
    } catch (failed) {
      log.warn({ err: failed }, 'an attachment that is forwarded could not be fetched and is tried again');
      saveFetchError(db, file.id, { ...from, error: reasonOf(failed) });
    }
    const draft = draftById(db, file.draft);
    if (!draft) return;
    announce({ event: 'DraftsUpdated', account_id: draft.account_id, draft_ids: [draft.draft_id] });
    onDraft(draft.account_id);
  }

  return {
    notify: () => wakeSignal.notify(),
    async waitForFiles(draft) {
      const files = unfetchedFiles(db, draft);
      if (files.length === 0) return;
      const all = Promise.all(files.map(fetchShared));
      await Promise.race([all, clock.wait(sendWaitMs)]);
    },
    loop: {
      name: 'forwarded files',
      async run(signal) {
        for (let failures = 0; !signal.aborted; failures++) {
          for (const file of unfetchedFiles(db)) {
            if (signal.aborted) return;
            // A fetch that hangs must not keep the daemon from stopping.
            await Promise.race([fetchShared(file), untilAborted(signal)]);
          }
          const isDone = unfetchedFiles(db).length === 0;
          if (isDone) failures = 0;
          await wakeSignal.wait(isDone ? undefined : backoff(failures, { most: maxRetryDelayMs }), signal);
        }
      },
    },
  };
}

import { aborted } from '../../base/abort.ts';
import { bellWith } from '../../base/bell.ts';
import type { Clock } from '../../base/clock.ts';
import { reasonOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import { backoff, type Loop } from '../../base/loop.ts';
import type { Announcement } from '../../contract/events.ts';
import { draftOf, type DraftFile } from '../../mail/drafts.ts';
import { keepFile, removeKept } from '../../mail/kept-files.ts';
import { fetchFromOf, noteFetched, noteTrouble, unfetchedFiles, type FetchFrom } from '../../mail/writing/files.ts';
import type { WriteDb } from '../../store/db.ts';

export type FileFetching = {
  /** Files were given to a draft that are not here yet. */
  ring(): void;
  /** Resolves when every file of a draft is here or cannot be had, or after some seconds. */
  settled(draft: number): Promise<void>;
  loop: Loop;
};

export type FetchingParts = {
  db: WriteDb;
  clock: Clock;
  log: Log;
  announce: (announcement: Announcement) => void;
  /** What lies of an account's drafts on its server may be out of date. */
  onDraft: (account_id: string) => void;
  /** The bytes of an attachment, fetched where it was left on the server. Throws Failure where it cannot be had. */
  attachmentBytes: (from: FetchFrom) => Promise<AsyncIterable<Uint8Array>>;
};

/** How long a send waits for files, and the longest time until they are tried again, in milliseconds. */
const patience = 15_000;
const longestPause = 3_600_000;

/** Copies the attachments of forwarded mail into their drafts, one by one, also after a stop. */
export function fileFetching({ db, clock, log, announce, onDraft, attachmentBytes }: FetchingParts): FileFetching {
  const bell = bellWith(clock);
  const underWay = new Map<number, Promise<void>>();

  const fetched = (file: DraftFile): Promise<void> => {
    const known = underWay.get(file.id);
    if (known) return known;
    const coming = fetchOne(file).finally(() => underWay.delete(file.id));
    underWay.set(file.id, coming);
    return coming;
  };

  async function fetchOne(file: DraftFile): Promise<void> {
    const from = fetchFromOf(file);
    if (!from) return;
    try {
      const kept = await keepFile({ db, clock }, await attachmentBytes(from));
      const isWanted = noteFetched(db, file.id, { content: kept.id, size: kept.size });
      if (!isWanted) removeKept(db, kept.id);
    } catch (failed) {
      log.warn({ err: failed }, 'an attachment that is forwarded could not be fetched and is tried again');
      noteTrouble(db, file.id, { ...from, trouble: reasonOf(failed) });
    }
    const draft = draftOf(db, file.draft);
    if (!draft) return;
    announce({ event: 'DraftsUpdated', account_id: draft.account_id, draft_ids: [draft.draft_id] });
    onDraft(draft.account_id);
  }

  return {
    ring: () => bell.ring(),
    async settled(draft) {
      const files = unfetchedFiles(db, draft);
      if (files.length === 0) return;
      const all = Promise.all(files.map(fetched));
      await Promise.race([all, clock.wait(patience)]);
    },
    loop: {
      name: 'forwarded files',
      async run(signal) {
        for (let failures = 0; !signal.aborted; failures++) {
          for (const file of unfetchedFiles(db)) {
            if (signal.aborted) return;
            // What hangs does not keep the daemon from stopping.
            await Promise.race([fetched(file), aborted(signal)]);
          }
          const isDone = unfetchedFiles(db).length === 0;
          if (isDone) failures = 0;
          await bell.wait(isDone ? undefined : backoff(failures, { most: longestPause }), signal);
        }
      },
    },
  };
}

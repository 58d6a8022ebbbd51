import { instantOf, type Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import { createWakeSignal } from '../../base/wake-signal.ts';
import type { Announcement } from '../../contract/events.ts';
import { storedModelText, saveModelText } from '../../mail/assist/model-texts.ts';
import type { ReadableMessage } from '../../mail/assist/readable-messages.ts';
import { threadContent } from '../../mail/assist/thread-content.ts';
import { isOnThisComputer } from '../../models/model-settings.ts';
import type { Models } from '../../models/models.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';

type GistLoopDeps = {
  db: WriteDb;
  read: ReadDb;
  clock: Clock;
  log: Log;
  models: Models;
  /** Reads messages (internal ids) on a worker. */
  readMessages: (messages: readonly number[]) => Promise<ReadableMessage[]>;
  /** Whether gists are wanted, and how many are written at once. */
  settings: () => { list_gists: boolean; gist_concurrency: number };
  announce: (announcement: Announcement) => void;
};

type GistLoop = Loop & {
  /** Mail has been stored, or the settings have changed. */
  notify(): void;
};

type Candidate = { thread: number; thread_id: string; account: number; account_id: string };
type Due = Candidate & ReturnType<typeof threadContent>;

const dayMs = 86_400_000;
/** Gists are written of unread mail in the inbox that is not older, the newest first, and of no more conversations. */
const maxAgeDays = 7;
const maxThreads = 50;
/** After a failure, the server is left alone for this long, in milliseconds. */
const pauseMs = 10 * 60_000;

/**
 * Writes one line about each new conversation of the inbox while the user wants that and a model runs on this computer, and announces it.
 * There is no queue: what is missing is seen in the store, so a crash loses nothing.
 */
export function gistLoop(deps: GistLoopDeps): GistLoop {
  const { clock, log, read } = deps;
  const wakeSignal = createWakeSignal(clock);
  return {
    name: 'gists',
    notify: () => wakeSignal.notify(),
    async run(signal) {
      while (!signal.aborted) {
        if (isAllowed(deps)) {
          const failed = await writeGists(deps, dueGists(read, deps), signal);
          if (signal.aborted) return;
          if (failed !== undefined) {
            log.warn({ err: failed }, 'no gists are written for ten minutes, because the model failed');
            await clock.wait(pauseMs, signal);
            continue;
          }
        }
        await wakeSignal.wait(undefined, signal);
      }
    },
  };
}

/** Nobody asks for a single gist, so the mail does not leave this computer for one, whatever summaries may do. */
function isAllowed({ models, settings }: GistLoopDeps): boolean {
  if (!settings().list_gists) return false;
  return models.isUsable('summarize') && isOnThisComputer(models.settings('summarize').base_url) === 'yes';
}

/** Writes gists, several at once. Returns the first failure, after which no more is begun. */
async function writeGists(deps: GistLoopDeps, due: readonly Due[], signal: AbortSignal): Promise<unknown> {
  const waiting = [...due];
  let failure: unknown;
  const work = async () => {
    for (let next = waiting.shift(); next && failure === undefined && !signal.aborted; next = waiting.shift()) {
      try {
        await writeGist(deps, next, signal);
      } catch (failed) {
        failure ??= failed;
      }
    }
  };
  await Promise.all(Array.from({ length: deps.settings().gist_concurrency }, work));
  return failure;
}

async function writeGist(
  { db, clock, models, readMessages, announce }: GistLoopDeps,
  { thread, thread_id, account, account_id, messages, content_hash }: Due,
  signal: AbortSignal,
): Promise<void> {
  const { gistOfThread } = await import('../../mail/assist/summarize.ts');
  const texts = await readMessages(messages.slice(-maxMessages));
  if (texts.every(({ text }) => text === '')) return;
  const written = { ...(await gistOfThread(models, texts, signal)), generated_at: instantOf(clock.now()) };
  saveModelText(db, 'gist', { account, subject: { thread }, content_hash }, written);
  const { text, model, generated_at } = written;
  announce({ event: 'ThreadGistReady', account_id, thread_id, gist: { text, model, generated_at } });
}

/** Earlier messages hardly change what the newest one is about. */
const maxMessages = 6;

function dueGists(db: ReadDb, { clock, models }: GistLoopDeps): Due[] {
  const { model } = models.settings('summarize');
  const since = Math.floor((clock.now().getTime() - maxAgeDays * dayMs) / 1000);
  const candidates = db.all<Candidate>(sql`
    SELECT DISTINCT lt.thread, t.thread_id, m.account, a.account_id, lt.position FROM labels l
    JOIN label_threads lt ON lt.label = l.id JOIN messages m ON m.id = lt.message
    JOIN threads t ON t.id = lt.thread JOIN accounts a ON a.id = m.account
    WHERE l.role = 'inbox' AND lt.unread = 1 AND m.sort_key >= ${since}
    ORDER BY lt.position DESC LIMIT ${maxThreads}`);
  return candidates.flatMap((candidate) => {
    const content = threadContent(db, candidate.thread);
    const about = { subject: { thread: candidate.thread }, content_hash: content.content_hash, model };
    return content.messages.length === 0 || storedModelText(db, 'gist', about) ? [] : [{ ...candidate, ...content }];
  });
}

import { bellWith } from '../../base/bell.ts';
import type { Log } from '../../base/log.ts';
import { backoff, type Loop } from '../../base/loop.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Account } from '../../mail/accounts.ts';
import { dueLinks, linkDraft, linkOf, withdrawVersion, type DraftLink } from '../../mail/draft-links.ts';
import { draftOf, type Draft, type DraftParts } from '../../mail/drafts.ts';
import { hasAllFiles } from '../../mail/outbox-queue.ts';
import { openSendOf } from '../../mail/outbox.ts';
import { ProviderError, type Provider } from '../../providers/provider.ts';
import { binOf, expungeLeftovers } from './leftovers.ts';
import { meetVersions } from './meeting.ts';
import { pushDraft, settlePushing } from './push.ts';

export type DraftLoop = Loop & {
  /** There may be something to put on the server or to take away there. */
  ring(): void;
  /** The server can be reached. */
  reached(): void;
  /** A sync pass has ended; `except` are the folders that could not be read. */
  passEnded(pass: number, except: readonly string[]): void;
};

export type DraftLoopParts = DraftParts & {
  log: Log;
  account: Account;
  blobs: string;
  announce: (announcement: Announcement) => void;
  /** Fetches what of the files of drafts is not here yet. */
  draftFileFetching: { ring: () => void };
  /** The account's line to its server, once it has one. */
  provider: () => Provider | undefined;
};

/** How long a draft rests after it was put on the server, in milliseconds; longer by what its bytes take at 100 kB/s. */
const rest = 3_000;
const restPerByte = 0.01;

/** A server that is out of reach is knocked at once a minute. */
const longestWait = 60_000;

/** Keeps the linked drafts of an account and their versions on its server the same, whenever that can be reached. */
export function draftLoop(parts: DraftLoopParts): DraftLoop {
  const { db, clock, account, announce, provider, log } = parts;
  const bell = bellWith(clock);
  const restsUntil = new Map<number, number>();
  /** The revision that a server did not take: it is not offered again until it is another, or a pass has ended. */
  const refused = new Map<number, number>();
  /** Drafts that could not be brought there the last time: they come last, lest they keep the others from it. */
  const failing = new Set<number>();
  let failures = 0;
  let isHeld = false;
  let endedPass = 0;
  let metPass = 0;

  const tell = (draft_ids: string[]) => {
    if (draft_ids.length > 0) announce({ event: 'DraftsUpdated', account_id: account.account_id, draft_ids });
  };

  /** Says whether it rests before it is put there, and until when. */
  const bring = async (line: Provider, link: DraftLink, signal: AbortSignal): Promise<number | undefined> => {
    const draft = draftOf(db, link.draft);
    if (!draft) return undefined;
    if (draft.discarded_at !== null || draft.account !== account.id) {
      db.transaction(() => (draft.discarded_at === null ? linkDraft(db, draft) : withdrawVersion(db, draft)));
      return undefined;
    }
    const pushing = { provider: line, draft, signal };
    if (link.pushing_header_id !== null) await settlePushing(parts, pushing);
    if (!isDue(draft)) return undefined;
    const until = restsUntil.get(draft.id) ?? 0;
    if (until > clock.now().getTime()) return until;
    const bytes = await pushDraft(parts, pushing);
    if (bytes === undefined) refused.set(draft.id, draft.revision);
    restsUntil.set(draft.id, clock.now().getTime() + rest + (bytes ?? 0) * restPerByte);
    tell([draft.draft_id]);
    return undefined;
  };

  const isDue = ({ id, draft_id, revision }: Draft): boolean => {
    const link = linkOf(db, id);
    if (!link || link.pushed === revision || refused.get(id) === revision) return false;
    return openSendOf(db, draft_id) === undefined && hasAllFiles(db, id);
  };

  /** Gives after how many milliseconds something rested enough. */
  const round = async (signal: AbortSignal): Promise<number | undefined> => {
    const line = provider();
    if (!line) return undefined;
    if (metPass < endedPass) {
      // What cannot be met is tried with the next pass, and keeps nothing from being brought there.
      metPass = endedPass;
      refused.clear();
      tell(meetVersions(parts, metPass));
      parts.draftFileFetching.ring();
    }
    const expunging = { db, account, provider: line, bin: binOf(db, account.id, line) };
    await expungeLeftovers(expunging, endedPass, signal);
    let next: number | undefined;
    const isLast = ({ draft }: DraftLink) => Number(failing.has(draft));
    for (const link of dueLinks(db, account.id).toSorted((a, b) => isLast(a) - isLast(b))) {
      signal.throwIfAborted();
      failing.add(link.draft);
      const until = await bring(line, link, signal);
      failing.delete(link.draft);
      if (until !== undefined) next = Math.min(next ?? until, until);
    }
    await expungeLeftovers(expunging, endedPass, signal);
    failures = 0;
    return next === undefined ? undefined : Math.max(0, next - clock.now().getTime());
  };

  const failed = (thrown: unknown): number => {
    const isTrouble = thrown instanceof ProviderError;
    const trouble = isTrouble ? { reason: thrown.reason } : { err: thrown };
    log[isTrouble ? 'info' : 'error'](
      { account: account.account_id, ...trouble },
      'drafts could not be brought to the server yet',
    );
    isHeld = true;
    return backoff(failures++, { most: longestWait });
  };

  return {
    name: `drafts ${account.key ?? account.account_id}`,
    ring: () => void (isHeld || bell.ring()),
    reached: () => bell.ring(),
    passEnded(pass, except) {
      // A folder that could not be read says nothing of what left it.
      if (except.length === 0) endedPass = pass;
      bell.ring();
    },
    async run(signal) {
      while (!signal.aborted) {
        const waitMs = await round(signal).catch((thrown: unknown) => (signal.aborted ? undefined : failed(thrown)));
        if (isHeld) bell.hush();
        await bell.wait(waitMs, signal);
        isHeld = false;
      }
    },
  };
}

import { createWakeSignal } from '../../base/wake-signal.ts';
import type { Log } from '../../base/log.ts';
import { backoff, type Loop } from '../../base/loop.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { dueLinks, linkDraft, linkOf, withdrawDraftVersion, type DraftLink } from '../../mail/drafts/server-links.ts';
import { draftById, type Draft, type DraftDeps } from '../../mail/drafts/drafts.ts';
import { hasAllFiles } from '../../mail/outbox/queue.ts';
import { openSendOf } from '../../mail/outbox/outbox.ts';
import { ProviderError, type Provider } from '../../providers/provider.ts';
import { trashFolderOf, expungeLeftovers } from './expunge-leftovers.ts';
import { resolveDraftConflicts } from './resolve-draft-conflicts.ts';
import type { DiskState } from '../../store/disk-state.ts';
import { pushDraft, resolvePendingPush } from './push-draft.ts';

type DraftLoop = Loop & {
  /** A version may have to be pushed or deleted. */
  notify(): void;
  /** The server is reachable. */
  serverReached(): void;
  /** A sync pass ended; `unreadableFolders` are the folders that it could not read. */
  passEnded(pass: number, unreadableFolders: readonly string[]): void;
};

type DraftLoopDeps = DraftDeps & {
  log: Log;
  account: Account;
  blobs: string;
  disk: Pick<DiskState, 'whenWritable'>;
  announce: (announcement: Announcement) => void;
  /** Fetches draft files that are not stored yet. */
  draftFileFetcher: { notify: () => void };
  /** The account's connection to its server, once there is one. */
  provider: () => Provider | undefined;
};

/** The minimum time between two pushes of a draft in milliseconds; longer by the transfer time of its bytes at 100 kB/s. */
const minPushIntervalMs = 3_000;
const pushIntervalMsPerByte = 0.01;

/** Retry an unreachable server at least once a minute. */
const maxRetryDelayMs = 60_000;

/** Keeps the linked drafts of an account and their versions on the server equal, while the server is reachable. */
export function draftLoop(deps: DraftLoopDeps): DraftLoop {
  const { db, clock, account, announce, provider, log, disk } = deps;
  const wakeSignal = createWakeSignal(clock);
  /** Drafts whose last push failed: they are pushed last, so that they do not delay the others. */
  const failingDrafts = new Set<number>();
  const announceDrafts = (draft_ids: string[]) => {
    if (draft_ids.length > 0) announce({ event: 'DraftsUpdated', account_id: account.account_id, draft_ids });
  };
  const pusher = createDuePusher(deps, (draft) => announceDrafts([draft.draft_id]));
  let failures = 0;
  let isBackingOff = false;
  let endedPass = 0;
  let resolvedPass = 0;

  /** Returns the milliseconds until the next draft is due. */
  const round = async (signal: AbortSignal): Promise<number | undefined> => {
    const connectedProvider = provider();
    if (!connectedProvider) return undefined;
    if (resolvedPass < endedPass) {
      // A conflict that cannot be resolved is retried with the next pass, and does not prevent pushes.
      resolvedPass = endedPass;
      pusher.forgetRefusals();
      announceDrafts(resolveDraftConflicts(deps, resolvedPass));
      deps.draftFileFetcher.notify();
    }
    const expungeOptions = {
      db,
      account,
      provider: connectedProvider,
      trashFolder: trashFolderOf(db, account.id, connectedProvider),
    };
    await expungeLeftovers(expungeOptions, endedPass, signal);
    let next: number | undefined;
    const isLast = ({ draft }: DraftLink) => Number(failingDrafts.has(draft));
    for (const link of dueLinks(db, account.id).toSorted((a, b) => isLast(a) - isLast(b))) {
      signal.throwIfAborted();
      failingDrafts.add(link.draft);
      const until = await pusher.pushIfDue(connectedProvider, link, signal);
      failingDrafts.delete(link.draft);
      if (until !== undefined) next = Math.min(next ?? until, until);
    }
    await expungeLeftovers(expungeOptions, endedPass, signal);
    failures = 0;
    return next === undefined ? undefined : Math.max(0, next - clock.now().getTime());
  };

  const backOff = (thrown: unknown): number => {
    const isTrouble = thrown instanceof ProviderError;
    const trouble = isTrouble ? { reason: thrown.reason } : { err: thrown };
    log[isTrouble ? 'info' : 'error'](
      { account: account.account_id, ...trouble },
      'drafts could not be brought to the server yet',
    );
    isBackingOff = true;
    return backoff(failures++, { most: maxRetryDelayMs });
  };

  return {
    name: `drafts ${account.key ?? account.account_id}`,
    notify: () => void (isBackingOff || wakeSignal.notify()),
    serverReached: () => wakeSignal.notify(),
    passEnded(pass, unreadableFolders) {
      // A pass that could not read a folder does not show what was removed from it.
      if (unreadableFolders.length === 0) endedPass = pass;
      wakeSignal.notify();
    },
    async run(signal) {
      while (!signal.aborted) {
        await disk.whenWritable(signal);
        const waitMs = await round(signal).catch((thrown: unknown) => (signal.aborted ? undefined : backOff(thrown)));
        if (isBackingOff) wakeSignal.clear();
        await wakeSignal.wait(waitMs, signal);
        isBackingOff = false;
      }
    },
  };
}

/** Pushes drafts, each after a minimum time since its last push. */
function createDuePusher(deps: DraftLoopDeps, onPushed: (draft: Draft) => void) {
  const { db, clock, account } = deps;
  const nextPushAt = new Map<number, number>();
  /** The revision that a server refused: it is not pushed again until the draft changes or a pass ends. */
  const refusedRevisions = new Map<number, number>();

  /** Pushes a draft if it is due; else returns when it is due. */
  const pushIfDue = async (
    connectedProvider: Provider,
    link: DraftLink,
    signal: AbortSignal,
  ): Promise<number | undefined> => {
    const draft = draftById(db, link.draft);
    if (!draft) return undefined;
    if (draft.discarded_at !== null || draft.account !== account.id) {
      db.transaction(() => (draft.discarded_at === null ? linkDraft(db, draft) : withdrawDraftVersion(db, draft)));
      return undefined;
    }
    const target = { provider: connectedProvider, draft, signal };
    if (link.pushing_header_id !== null) await resolvePendingPush(deps, target);
    if (!isDue(draft)) return undefined;
    const until = nextPushAt.get(draft.id) ?? 0;
    if (until > clock.now().getTime()) return until;
    const bytes = await pushDraft(deps, target);
    if (bytes === undefined) refusedRevisions.set(draft.id, draft.revision);
    nextPushAt.set(draft.id, clock.now().getTime() + minPushIntervalMs + (bytes ?? 0) * pushIntervalMsPerByte);
    onPushed(draft);
    return undefined;
  };

  const isDue = ({ id, draft_id, revision }: Draft): boolean => {
    const link = linkOf(db, id);
    if (!link || link.pushed === revision || refusedRevisions.get(id) === revision) return false;
    return openSendOf(db, draft_id) === undefined && hasAllFiles(db, id);
  };

  return { pushIfDue, forgetRefusals: () => refusedRevisions.clear() };
}

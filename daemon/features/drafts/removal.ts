import { Failure } from '../../base/failure.ts';
import type { Account } from '../../mail/accounts.ts';
import { linkOf, placeOf, withdrawVersion } from '../../mail/draft-links.ts';
import { discardDraft, type Draft, type DraftParts } from '../../mail/drafts.ts';
import { isSynced } from '../../mail/sync-state.ts';
import { ProviderError, type Provider } from '../../providers/provider.ts';
import type { ReadDb } from '../../store/db.ts';
import { binOf, expunge, isDone } from './leftovers.ts';
import { placesOnServer } from './places.ts';
import { refuseOnItsWay } from './saving.ts';

export type RemovalParts = DraftParts & { providerOf: (account: Account) => Provider | undefined };

/** How long a server is waited for, in milliseconds. */
const patience = 30_000;

/**
 * Throws a draft away, first what lies of it on its server: where that cannot be done, nothing is. That of an account which
 * is switched off or gone is left over until it comes back. Throws Failure `draft_on_its_way`, `server_unreachable`,
 * `not_deleted`.
 */
export async function discardEverywhere(
  parts: RemovalParts,
  draft: Draft,
  accounts: readonly Account[],
): Promise<void> {
  const { db } = parts;
  refuseOnItsWay(db, draft);
  const account = accounts.find(({ id }) => id === draft.account);
  if (account && isSynced(account)) await takeOffServer(parts, draft, account);
  db.transaction(() => {
    // It may have been sent meanwhile.
    refuseOnItsWay(db, draft);
    withdrawVersion(db, draft);
    discardDraft(parts, draft.id);
  });
}

async function takeOffServer({ db, providerOf }: RemovalParts, draft: Draft, account: Account): Promise<void> {
  if (!liesOnServer(db, draft)) return;
  const provider = providerOf(account);
  if (!provider) throw unreachable(account);
  const signal = AbortSignal.timeout(patience);
  try {
    const refs = await versionsOf(db, draft, provider, signal);
    const outcomes = await expunge({ provider, bin: binOf(db, account.id, provider) }, refs, signal);
    const refusal = outcomes.find((outcome) => !isDone(outcome));
    if (refusal && !refusal.ok) throw notDeleted(account, refusal.error);
  } catch (failed) {
    if (signal.aborted) throw unreachable(account, failed);
    if (!(failed instanceof ProviderError)) throw failed;
    throw failed.reason === 'refused' ? notDeleted(account, failed.message, failed) : unreachable(account, failed);
  }
}

function liesOnServer(db: ReadDb, draft: Draft): boolean {
  const link = linkOf(db, draft.id);
  return link !== undefined && (placeOf(link) !== undefined || link.pushing_folder !== null);
}

/** The version that lies there, and the one of which nobody knows. */
async function versionsOf(db: ReadDb, draft: Draft, provider: Provider, signal: AbortSignal) {
  const link = linkOf(db, draft.id);
  const place = link && placeOf(link);
  const lying = place ? [place] : [];
  if (!link || link.pushing_folder === null || link.pushing_header_id === null) return lying;
  const pushed = { folder: link.pushing_folder, header_id: link.pushing_header_id };
  return [...lying, ...(await placesOnServer(provider, pushed, signal))];
}

function unreachable({ name }: Account, cause?: unknown): Failure {
  const why = cause instanceof ProviderError ? ` ${cause.message}` : '';
  return new Failure(
    'unavailable',
    'server_unreachable',
    `This draft also lies on the server of ${name}, which does not answer now. It stays; delete it again in a moment.${why}`,
    { retryable: true, cause },
  );
}

function notDeleted({ name }: Account, why: string, cause?: unknown): Failure {
  return new Failure(
    'provider',
    'not_deleted',
    `The server of ${name} did not delete this draft, so it stays. ${why}`,
    {
      cause,
    },
  );
}

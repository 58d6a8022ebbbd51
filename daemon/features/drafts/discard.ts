import { Failure } from '../../base/failure.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { linkOf, serverRefOf, withdrawDraftVersion } from '../../mail/drafts/server-links.ts';
import { discardDraft, type Draft, type DraftDeps } from '../../mail/drafts/drafts.ts';
import { isSynced } from '../../mail/accounts/sync-status.ts';
import { ProviderError, type Provider } from '../../providers/provider.ts';
import type { ReadDb } from '../../store/db.ts';
import { trashFolderOf, expunge, isExpunged } from './expunge-leftovers.ts';
import { findOnServer } from './find-on-server.ts';
import { requireNotQueued } from './save-local.ts';

export type DiscardDeps = DraftDeps & { providerOf: (account: Account) => Provider | undefined };

/** The timeout for a server in milliseconds. */
const serverTimeoutMs = 30_000;

/**
 * Discards a draft, first its version on the server: if that fails, nothing is discarded. The version of a disabled or
 * removed account is left over until the account comes back. Throws Failure `draft_on_its_way`, `server_unreachable`,
 * `not_deleted`.
 */
export async function discardEverywhere(deps: DiscardDeps, draft: Draft, accounts: readonly Account[]): Promise<void> {
  const { db } = deps;
  requireNotQueued(db, draft);
  const account = accounts.find(({ id }) => id === draft.account);
  if (account && isSynced(account)) await deleteFromServer(deps, draft, account);
  db.transaction(() => {
    // It may have been sent in the meantime.
    requireNotQueued(db, draft);
    withdrawDraftVersion(db, draft);
    discardDraft(deps, draft.id);
  });
}

async function deleteFromServer({ db, providerOf }: DiscardDeps, draft: Draft, account: Account): Promise<void> {
  if (!isOnServer(db, draft)) return;
  const provider = providerOf(account);
  if (!provider) throw serverUnreachable(account);
  const signal = AbortSignal.timeout(serverTimeoutMs);
  try {
    const refs = await versionsOf(db, draft, provider, signal);
    const outcomes = await expunge({ provider, trashFolder: trashFolderOf(db, account.id, provider) }, refs, signal);
    const refusal = outcomes.find((outcome) => !isExpunged(outcome));
    if (refusal && !refusal.ok) throw notDeleted(account, refusal.error);
  } catch (failed) {
    if (signal.aborted) throw serverUnreachable(account, failed);
    if (!(failed instanceof ProviderError)) throw failed;
    throw failed.reason === 'refused'
      ? notDeleted(account, failed.message, failed)
      : serverUnreachable(account, failed);
  }
}

function isOnServer(db: ReadDb, draft: Draft): boolean {
  const link = linkOf(db, draft.id);
  return link !== undefined && (serverRefOf(link) !== undefined || link.pushing_folder !== null);
}

/** The known version on the server, and the version of a push with an unknown result. */
async function versionsOf(db: ReadDb, draft: Draft, provider: Provider, signal: AbortSignal) {
  const link = linkOf(db, draft.id);
  const ref = link && serverRefOf(link);
  const stored = ref ? [ref] : [];
  if (!link || link.pushing_folder === null || link.pushing_header_id === null) return stored;
  const pending = { folder: link.pushing_folder, header_id: link.pushing_header_id };
  return [...stored, ...(await findOnServer(provider, pending, signal))];
}

function serverUnreachable({ name }: Account, cause?: unknown): Failure {
  const why = cause instanceof ProviderError ? ` ${cause.message}` : '';
  return new Failure(
    'unavailable',
    'server_unreachable',
    `This draft is also stored on the server of ${name}, which doesn’t answer. The draft is kept. Try again in a moment.${why}`,
    { retryable: true, cause },
  );
}

function notDeleted({ name }: Account, why: string, cause?: unknown): Failure {
  return new Failure('provider', 'not_deleted', `The server of ${name} didn’t delete this draft, so it stays. ${why}`, {
    cause,
  });
}

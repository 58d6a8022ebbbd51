import { ProviderError, type FolderChange, type Provider } from '../../../providers/provider.ts';
import type { Account } from '../../accounts/accounts.ts';
import { labelById, type Label } from '../../labels/labels.ts';
import { completeFinishedMutations } from '../completion.ts';
import {
  revertFolderEdit,
  isDeletedLabel,
  completeFolderEdit,
  parseFolderEdit,
  type FolderEdit,
} from '../folders/folder-edits.ts';
import { recordSendAttempt, saveOperation, type Operation } from '../operations.ts';
import { latestSyncPass } from './sync-passes.ts';
import type { PushDeps } from './push-deps.ts';

/**
 * Pushes a folder edit. An edit that the server already shows counts as done, because a reply may have been lost or
 * another client may have made it. A refused edit is reverted. Throws ProviderError for everything else; the edit is
 * then sent again later.
 */
export async function pushFolderEdit(
  { db, clock, log, onMutationResult }: PushDeps,
  { account, provider, operation }: { account: Account; provider: Provider; operation: Operation },
  signal: AbortSignal,
): Promise<void> {
  const edit = parseFolderEdit(operation.folder ?? '');
  saveOperation(db, operation.id, { state: 'sending' });
  const outcome = await sendFolderChange(
    provider,
    remainingFolderChange(edit, labelById(db, edit.label)),
    signal,
  ).catch((thrown: unknown) => {
    // Sending it again does no harm, but it may be done already.
    saveOperation(db, operation.id, { state: 'queued' });
    if (!(thrown instanceof ProviderError) || !thrown.isUnsent) recordSendAttempt(db, operation.id);
    throw thrown;
  });
  const completion = db.transaction(() => {
    if (outcome.refusal === undefined) {
      saveOperation(db, operation.id, { state: 'landed', pass: latestSyncPass(db, account.id) });
      completeFolderEdit(db, edit, outcome.path);
    } else {
      log.warn({ account: account.account_id, edit: edit.do }, 'the server refused a folder edit');
      saveOperation(db, operation.id, { state: 'refused', error: outcome.refusal });
      revertFolderEdit(db, edit);
    }
    return completeFinishedMutations({ db, clock }, [operation.mutation]);
  });
  onMutationResult({ updated: [], queued: [], hasUnsettled: false, relabelledAccounts: [account], ...completion });
}

/**
 * The folder change that is still to be sent; undefined if there is none, as for a label whose folder was never
 * created.
 */
function remainingFolderChange(edit: FolderEdit, label: Label | undefined): FolderChange | undefined {
  if (!label || (edit.do !== 'create' && isDeletedLabel(label))) return undefined;
  const path = label.provider_id;
  switch (edit.do) {
    case 'create':
      return { do: 'create', path, isIdempotent: true };
    case 'rename':
      return { do: 'rename', path, to: edit.to.path, isIdempotent: true };
    case 'delete':
      return { do: 'delete', path, onlyIfEmpty: true, isIdempotent: true };
  }
}

type FolderChangeResult = { path?: string; refusal?: undefined } | { refusal: string };

async function sendFolderChange(
  provider: Provider,
  change: FolderChange | undefined,
  signal: AbortSignal,
): Promise<FolderChangeResult> {
  if (!change) return {};
  try {
    return { path: await provider.editFolder(change, signal) };
  } catch (thrown) {
    if (!(thrown instanceof ProviderError) || thrown.reason !== 'refused') throw thrown;
    return { refusal: thrown.message };
  }
}

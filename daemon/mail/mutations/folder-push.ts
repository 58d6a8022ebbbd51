import { ProviderError, type FolderChange, type Provider } from '../../providers/provider.ts';
import type { Account } from '../accounts.ts';
import { labelById, type Label } from '../labels.ts';
import { closeCompleted } from './completion.ts';
import { dropEdit, isHidden, landEdit, readEdit, type FolderEdit } from './folders.ts';
import { noteTold, saveOperation, type Operation } from './operations.ts';
import { latestPass } from './passes.ts';
import type { PushParts } from './push.ts';

/**
 * Tells the server of a change of a folder. What is as asked already counts as done, for an answer may have been lost, or
 * somebody have been faster. What the server refuses is taken back; throws ProviderError for everything else, and then it
 * is told later.
 */
export async function pushEdit(
  { db, clock, log, onActed }: PushParts,
  { account, provider, operation }: { account: Account; provider: Provider; operation: Operation },
  signal: AbortSignal,
): Promise<void> {
  const edit = readEdit(operation.folder ?? '');
  saveOperation(db, operation.id, { state: 'sending' });
  const outcome = await tell(provider, changeFor(edit, labelById(db, edit.label)), signal).catch((thrown: unknown) => {
    // Told twice it does no harm, but it may have been done.
    saveOperation(db, operation.id, { state: 'queued' });
    if (!(thrown instanceof ProviderError) || !thrown.isUntold) noteTold(db, operation.id);
    throw thrown;
  });
  const closed = db.transaction(() => {
    if (outcome.refusal === undefined) {
      saveOperation(db, operation.id, { state: 'landed', pass: latestPass(db, account.id) });
      landEdit(db, edit, outcome.path);
    } else {
      log.warn({ account: account.account_id, edit: edit.do }, 'the server refused the change of a folder');
      saveOperation(db, operation.id, { state: 'refused', error: outcome.refusal });
      dropEdit(db, edit);
    }
    return closeCompleted({ db, clock }, [operation.mutation]);
  });
  onActed({ updated: [], queued: [], hasNew: false, relabelled: [account], ...closed });
}

/** What is left to tell; undefined where that is nothing, as of a label whose folder never came to be. */
function changeFor(edit: FolderEdit, label: Label | undefined): FolderChange | undefined {
  if (!label || (edit.do !== 'create' && isHidden(label))) return undefined;
  const path = label.provider_id;
  switch (edit.do) {
    case 'create':
      return { do: 'create', path, orDone: true };
    case 'rename':
      return { do: 'rename', path, to: edit.to.path, orDone: true };
    case 'delete':
      return { do: 'delete', path, onlyIfEmpty: true, orDone: true };
  }
}

type Told = { path?: string; refusal?: undefined } | { refusal: string };

async function tell(provider: Provider, change: FolderChange | undefined, signal: AbortSignal): Promise<Told> {
  if (!change) return {};
  try {
    return { path: await provider.editFolder(change, signal) };
  } catch (thrown) {
    if (!(thrown instanceof ProviderError) || thrown.reason !== 'refused') throw thrown;
    return { refusal: thrown.message };
  }
}

import { ProviderError, type FolderChange, type Provider } from '../../providers/provider.ts';
import type { Account } from '../accounts.ts';
import { labelById } from '../labels.ts';
import { closeCompleted } from './completion.ts';
import { dropEdit, landEdit, readEdit, type FolderEdit } from './folders.ts';
import { saveOperation, type Operation } from './journal.ts';
import type { PushParts } from './push.ts';

/**
 * Tells the server of a change of a folder. One that is there already is taken as made, one that is gone as deleted. What
 * the server refuses is taken back; throws ProviderError for everything else, and then it is told later.
 */
export async function pushEdit(
  { db, clock, log, onActed }: PushParts,
  { account, provider, operation }: { account: Account; provider: Provider; operation: Operation },
  signal: AbortSignal,
): Promise<void> {
  const edit = readEdit(operation.folder ?? '');
  const outcome = await tell(provider, changeFor(edit, labelById(db, edit.label)?.provider_id), signal);
  const closed = db.transaction(() => {
    if (outcome.path !== undefined) {
      landEdit(db, edit, outcome.path);
      saveOperation(db, operation.id, { state: 'done' });
    } else {
      log.warn({ account: account.account_id, edit: edit.do }, 'the server refused the change of a folder');
      dropEdit(db, edit);
      saveOperation(db, operation.id, { state: 'refused', error: outcome.refusal });
    }
    return closeCompleted({ db, clock }, [operation.mutation]);
  });
  onActed({ updated: [{ account, messages: [] }], queued: [], hasNew: false, ...closed });
}

function changeFor(edit: FolderEdit, path: string | undefined): FolderChange | undefined {
  if (path === undefined) return undefined;
  if (edit.do === 'rename') return { do: 'rename', path: edit.from.path, to: edit.to.path };
  return edit.do === 'create' ? { do: 'create', path } : { do: 'delete', path, onlyIfEmpty: true };
}

type Told = { path: string; refusal?: undefined } | { path?: undefined; refusal: string };

async function tell(provider: Provider, change: FolderChange | undefined, signal: AbortSignal): Promise<Told> {
  if (!change) return { refusal: 'The label is gone.' };
  try {
    return { path: await provider.editFolder(change, signal) };
  } catch (thrown) {
    if (!(thrown instanceof ProviderError) || thrown.reason !== 'refused') throw thrown;
    const there = await pathOf(provider, change, signal);
    return there === undefined ? { refusal: thrown.message } : { path: there };
  }
}

/** Where the folder is that was asked for, if the server has it as asked: an answer may have been lost, or somebody was faster. */
async function pathOf(provider: Provider, change: FolderChange, signal: AbortSignal): Promise<string | undefined> {
  const folders = (await provider.folders(signal)).filter(({ selectable }) => selectable);
  const has = (path: string) =>
    folders.find((folder) => folder.path === path || folder.path.endsWith(`.${path}`))?.path;
  switch (change.do) {
    case 'create':
      return has(change.path);
    case 'rename':
      return has(change.path) === undefined ? has(change.to) : undefined;
    case 'delete':
      return has(change.path) === undefined ? change.path : undefined;
  }
}

import { Failure } from '../../base/failure.ts';
import type { FileRepair } from '../../config/damaged-file.ts';
import type { SettingsFileName, SettingsFiles } from '../../config/settings-files.ts';
import type { Call, Caller, InputOf, ReplyOf } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { isSynced, requireAccount } from '../../mail/accounts/sync-status.ts';
import type { diagnosticsRequests, RepairAction } from './contract.ts';
import { restrictPaths, exposedPaths, type DataPaths } from './machine-facts.ts';

/** The functions that repair. A long repair returns the id of its job; a running repair is joined. */
export type Repairers = {
  /** Starts sync passes of accounts. */
  sync: (accounts: readonly Account[]) => void;
  /** Pushes pending operations to servers again. */
  retry: (accounts: readonly Account[]) => void;
  /** Compares the index with the store, or rebuilds it. Returns null if nothing differed. */
  index: (mode: 'compare' | 'anew') => Promise<string | null>;
  recount: (what: 'contacts' | 'labels', call: { accounts: readonly Account[]; caller: Caller }) => string;
  backup: (caller: Caller) => Promise<string>;
};

export type DiagnosticRepairDeps = {
  repairers: Repairers;
  doctor: { paths: () => DataPaths; settingsFiles: () => SettingsFiles };
};

type Row = (typeof diagnosticsRequests)['repair'];
type RepairResult = { job_id: string | null; message: string };

/**
 * Performs the repair of a finding. Throws Failure `not_found`, `modes_unchanged`, `config_unwritable`, `backup_busy`,
 * `worker_crashed`.
 */
export async function repairFinding(
  deps: DiagnosticRepairDeps,
  { action, account_id }: InputOf<Row>,
  { accounts, caller }: Call<Row>,
): Promise<ReplyOf<Row>> {
  const affected = account_id === undefined ? accounts : [requireAccount(accounts, account_id)];
  return { ok: true, action, ...(await performRepair(deps, action, { accounts: affected, caller })) };
}

async function performRepair(
  { repairers, doctor }: DiagnosticRepairDeps,
  action: RepairAction,
  { accounts, caller }: { accounts: readonly Account[]; caller: Caller },
): Promise<RepairResult> {
  switch (action) {
    case 'sync_now':
      repairers.sync(accounts.filter(isSynced));
      return { job_id: null, message: 'Syncing has started.' };
    case 'retry_stuck':
      repairers.retry(accounts.filter(isSynced));
      return { job_id: null, message: 'Waiting changes are being sent to the servers.' };
    case 'repair_index':
      return indexRepairResult(await repairers.index('compare'));
    case 'rebuild_index':
      return indexRepairResult(await repairers.index('anew'));
    case 'recount_contacts':
      return {
        job_id: repairers.recount('contacts', { accounts, caller }),
        message: 'The contacts are being recounted.',
      };
    case 'recount_labels':
      return {
        job_id: repairers.recount('labels', { accounts, caller }),
        message: 'Repairing lists and counts.',
      };
    case 'fix_file_modes':
      return { job_id: null, message: await restrictDataFiles(doctor.paths()) };
    case 'make_backup':
      return { job_id: await repairers.backup(caller), message: 'A backup is being created.' };
    case 'restore_config':
    case 'restore_keys':
    case 'restore_secrets':
      return { job_id: null, message: repairSettingsFile(doctor.settingsFiles(), fileNameIn(action), 'restore') };
    case 'reset_config':
    case 'reset_keys':
    case 'reset_secrets':
      return { job_id: null, message: repairSettingsFile(doctor.settingsFiles(), fileNameIn(action), 'reset') };
  }
}

function indexRepairResult(job_id: string | null): RepairResult {
  const message = job_id === null ? 'The index matches all your mail.' : 'Repairing the search index.';
  return { job_id, message };
}

function fileNameIn(action: `${FileRepair}_${SettingsFileName}`): SettingsFileName {
  return action.slice(action.indexOf('_') + 1) as SettingsFileName;
}

function repairSettingsFile(files: SettingsFiles, name: SettingsFileName, how: FileRepair): string {
  const file = files[name];
  if (file?.trouble === undefined) return `Nothing is wrong with ${name}.toml.`;
  const wasRestored = how === 'restore' && file.isRestorable;
  const movedTo = file.repair(how);
  const done = wasRestored ? `${name}.toml was restored to its last good version.` : resetMessages[name];
  return movedTo === undefined ? done : `${done} The previous file is kept as ${movedTo}.`;
}

const resetMessages: Record<SettingsFileName, string> = {
  config: 'The default settings are in effect.',
  keys: 'The standard shortcuts are in effect.',
  secrets: 'The passwords in secrets.toml are no longer used.',
};

async function restrictDataFiles(paths: DataPaths): Promise<string> {
  await restrictPaths(await exposedPaths(paths));
  const stillExposed = await exposedPaths(paths);
  if (stillExposed.length === 0) return 'Only you can read them now.';
  const sentence = `The disk that holds ${stillExposed[0]?.path} doesn’t support file permissions. Move your data to one that does.`;
  throw new Failure('unavailable', 'modes_unchanged', sentence);
}

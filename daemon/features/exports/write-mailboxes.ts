import { dirname, join } from 'node:path';
import { instantOf } from '../../base/clock.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { requireSpace } from '../../mail/backups/space.ts';
import { visibleDrafts } from '../../mail/drafts/drafts.ts';
import { draftRecordOf } from '../../mail/drafts/record.ts';
import { createPathNames, safeFileName } from '../../mail/export/file-names.ts';
import { exportedLabels, pathOf, type MailboxFolder } from '../../mail/export/mailbox.ts';
import { streamExport, type ExportProgress, type ExportStreamOptions } from '../../mail/export/stream.ts';
import { writeFlushed } from './files.ts';
import type { MailboxFormat } from './formats.ts';
import { missingRangeOptions } from './missing-ranges.ts';
import type { ExportRunDeps } from './run-deps.ts';
import { summaryText, type AccountSummary } from './summary.ts';
import { writeMessageFiles } from './write-message-files.ts';

type MailboxesRequest = {
  format: MailboxFormat;
  accounts: readonly Account[];
  /** The empty folder to fill. */
  root: string;
  onProgress: (progress: ExportProgress) => void;
};

/** Lists what is in the export, and what is missing. */
export const summaryName = 'Summary.txt';

type AccountMail = { account: Account; name: string; folders: MailboxFolder[]; bytes: number };

/** How a folder is written, and what is done with messages that are incomplete. */
type FolderWriter = (folder: MailboxFolder, file: string, options: ExportStreamOptions) => Promise<void>;

/**
 * Writes all mail of accounts to `root`: a folder for each account, with its folders, its drafts, and a summary. Throws
 * Failure `disk_full`, and what `onProgress` throws.
 */
export async function writeMailboxes(deps: ExportRunDeps, request: MailboxesRequest): Promise<void> {
  const { format, accounts, root, onProgress } = request;
  const mail = await selectMail(deps, accounts, format);
  const folder = dirname(root);
  const free = await deps.freeBytes(folder);
  if (free !== null) requireSpace(folder, sumOf(mail.map((each) => each.bytes)), free);
  const total = sumOf(mail.flatMap(({ folders }) => folders).map(({ ids }) => ids.length));
  const summaries: AccountSummary[] = [];
  onProgress({ done: 0, incomplete: 0, total });
  for (const each of mail) {
    const before = progressAfter(summaries);
    summaries.push(
      await writeAccount(deps, each, {
        format,
        root,
        onProgress: ({ done, incomplete }) =>
          onProgress({ total, done: before.done + done, incomplete: before.incomplete + incomplete }),
      }),
    );
  }
  const made_at = instantOf(deps.clock.now());
  await writeFlushed(join(root, summaryName), [Buffer.from(summaryText(deps.read, { made_at, format, summaries }))]);
}

/** The progress when these accounts are written. */
function progressAfter(summaries: readonly Pick<AccountSummary, 'folders' | 'incomplete'>[]) {
  const done = sumOf(summaries.flatMap(({ folders }) => folders).map(({ messages }) => messages));
  return { done, incomplete: sumOf(summaries.map(({ incomplete }) => incomplete.length)) };
}

async function writeAccount(
  deps: ExportRunDeps,
  { account, name, folders }: AccountMail,
  { format, root, onProgress }: Omit<MailboxesRequest, 'accounts'>,
): Promise<AccountSummary> {
  const drafts = draftsOf(deps, account);
  const summary: AccountSummary = { name, folders: [], drafts: drafts.length, incomplete: [] };
  if (drafts.length > 0 && format !== 'json')
    await writeFlushed(join(root, name, draftsName), [Buffer.from(`${JSON.stringify({ drafts }, undefined, 1)}\n`)]);
  const pathNames = createPathNames();
  const write = folderWriterOf(deps, { format, account, drafts });
  for (const folder of folders) {
    const { stem, extension } = folderPath(folder, format);
    const file = pathNames(stem, extension);
    const before = progressAfter([summary]);
    await write(folder, join(root, name, file), {
      onProgress: ({ total, done, incomplete }) =>
        onProgress({ total, done: before.done + done, incomplete: before.incomplete + incomplete }),
      onIncomplete: (messages) => summary.incomplete.push(...messages.map((message) => ({ ...message, file }))),
    });
    summary.folders.push({ file, messages: folder.ids.length });
  }
  return summary;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

const draftsName = 'Drafts.json';

async function selectMail(
  deps: ExportRunDeps,
  accounts: readonly Account[],
  format: MailboxFormat,
): Promise<AccountMail[]> {
  const accountNames = createPathNames();
  const mail: AccountMail[] = [];
  for (const account of accounts) {
    const selection = await deps.selectMailbox({ account: account.id, isByFolder: format !== 'json' });
    mail.push({ account, name: accountNames(safeFileName(account.email || account.name, 'Account')), ...selection });
  }
  return mail;
}

/** The path of a folder in the folder of its account. */
function folderPath({ path }: MailboxFolder, format: MailboxFormat): { stem: string; extension: string } {
  if (format === 'json') return { stem: 'mail', extension: '.json' };
  const stem = path.map((name) => safeFileName(name, 'Folder')).join('/');
  return { stem, extension: format === 'mbox' ? '.mbox' : '' };
}

function folderWriterOf(
  deps: ExportRunDeps,
  { format, account, drafts }: { format: MailboxFormat; account: Account; drafts: readonly object[] },
): FolderWriter {
  switch (format) {
    case 'eml':
      return ({ ids }, folder, options) => writeMessageFiles(deps, { ids, folder }, options);
    case 'mbox':
      return ({ ids }, file, options) =>
        writeFlushed(
          file,
          streamExport(deps.exportChunk, { ids, format }, { ...options, ...missingRangeOptions(deps) }),
        );
    case 'json': {
      const { account_id, name, email } = account;
      const labels = exportedLabels(deps.read, account.id).map((label) => ({
        name: label.name,
        role: label.role,
        path: pathOf(label),
      }));
      const head = `${JSON.stringify({ account: { account_id, name, email }, labels, drafts }).slice(0, -1)},"messages":[`;
      return ({ ids }, file, options) =>
        writeFlushed(
          file,
          streamExport(deps.exportChunk, { ids, format }, { ...options, frame: { head, tail: '\n]}\n' } }),
        );
    }
  }
}

function draftsOf({ read }: ExportRunDeps, account: Account): object[] {
  return visibleDrafts(read, { accounts: [account], caller: { origin: 'daemon' } })
    .filter(({ account_id }) => account_id === account.account_id)
    .map((draft) => draftRecordOf(read, draft));
}

import type { ImapFlow } from 'imapflow';
import { ProviderError } from '../../provider.ts';
import { hasCapability, listOf, runCommand, textOf } from './command.ts';
import type { Token } from './command.ts';
import { statusItems, collectStatus } from './mailbox-status.ts';
import type { FolderStatus } from './mailbox-status.ts';
import { namespacesOf } from './namespaces.ts';

/** Far more folders than real accounts have. A server that lists more, such as a news server, would exhaust the memory. */
const maxFolders = 100_000;

/** A folder as the server lists it: its name as written there (INBOX is `INBOX`), its flags in lower case. */
export type MailboxListEntry = {
  name: string;
  separator: string | undefined;
  flags: ReadonlySet<string>;
  status?: FolderStatus;
};

export type ListResult = {
  entries: MailboxListEntry[];
  /** Prefixes of namespaces that could not be listed, with the reason. */
  failed: { prefix: string; error: unknown }[];
};

/**
 * Everything the server lists: `LIST "" "*"`, the namespaces (RFC 2342) that it does not cover, and INBOX in any case; each
 * name once. With `withStatus` also the state of each, where one command returns both.
 */
export async function listAll(client: ImapFlow, { withStatus = false } = {}): Promise<ListResult> {
  let entries = await list(client, '*', withStatus);
  const failed: ListResult['failed'] = [];
  for (const prefix of hiddenPrefixes(client, entries)) {
    try {
      entries = entries.concat(await list(client, `${prefix}*`, withStatus));
    } catch (error) {
      if (!client.usable) throw error;
      failed.push({ prefix, error });
    }
  }
  if (!entries.some(({ name }) => name === 'INBOX')) entries = entries.concat(await list(client, 'INBOX', withStatus));
  return { entries: withoutDuplicates(entries), failed };
}

export function isSelectable({ flags }: MailboxListEntry): boolean {
  return !flags.has('\\noselect') && !flags.has('\\nonexistent');
}

/** Newsgroups and the files of an FTP server, which UW IMAP has among its namespaces, are not mail folders. */
function hiddenPrefixes(client: ImapFlow, entries: readonly MailboxListEntry[]): string[] {
  const prefixes = new Set(namespacesOf(client).map(({ prefix }) => prefix));
  return [...prefixes]
    .filter((prefix) => prefix !== '' && !/^#(news|ftp)/i.test(prefix))
    .filter((prefix) => !entries.some(({ name }) => name.startsWith(prefix)));
}

async function list(client: ImapFlow, pattern: string, withStatus: boolean): Promise<MailboxListEntry[]> {
  const options = returnOptions(client, withStatus);
  if (options.length === 0) return listPlainly(client, pattern);
  try {
    return await runList(client, 'LIST', ['', pattern, { type: 'ATOM', value: 'RETURN' }, options]);
  } catch (error) {
    // Some servers advertise an extension that they do not support.
    const { responseStatus, code } = error as { responseStatus?: string; code?: string };
    if (responseStatus !== 'BAD' || code === 'ETHROTTLE') throw error;
    return listPlainly(client, pattern);
  }
}

function listPlainly(client: ImapFlow, pattern: string): Promise<MailboxListEntry[]> {
  const isOldGmail = client.capabilities.has('XLIST') && !hasCapability(client, 'SPECIAL-USE');
  return runList(client, isOldGmail ? 'XLIST' : 'LIST', ['', pattern]);
}

function returnOptions(client: ImapFlow, withStatus: boolean): unknown[] {
  const atom = (value: string) => ({ type: 'ATOM', value });
  const status =
    withStatus && hasCapability(client, 'LIST-STATUS') ? [atom('STATUS'), statusItems(client).map(atom)] : [];
  const canAskForUses =
    hasCapability(client, 'SPECIAL-USE') && (status.length > 0 || hasCapability(client, 'LIST-EXTENDED'));
  return [...status, ...(canAskForUses ? [atom('SPECIAL-USE')] : [])];
}

async function runList(client: ImapFlow, command: string, attributes: readonly unknown[]): Promise<MailboxListEntry[]> {
  const entries: MailboxListEntry[] = [];
  const statuses = new Map<string, FolderStatus>();
  await runCommand(client, command, attributes, {
    [command]: (answer) => void (entries.length < maxFolders && entries.push(entryOf(answer))),
    STATUS: (answer) => collectStatus(statuses, answer),
  });
  if (entries.length === maxFolders)
    throw new ProviderError('protocol', `${client.host} lists more than ${maxFolders} folders, which is too many.`);
  return entries.map((entry) => {
    const status = statuses.get(entry.name);
    return status ? { ...entry, status } : entry;
  });
}

function entryOf([flagTokens, separator, nameToken]: readonly Token[]): MailboxListEntry {
  const flags = new Set(listOf(flagTokens).map((flag) => textOf(flag)?.toLowerCase() ?? ''));
  // A folder may be named NIL, and a server may send that without quotes.
  const name = textOf(nameToken) ?? 'NIL';
  // XLIST reports the inbox under its localized name.
  const isInbox = name.toUpperCase() === 'INBOX' || flags.has('\\inbox');
  return { name: isInbox ? 'INBOX' : name, separator: textOf(separator) || undefined, flags };
}

/** Of two entries for one folder the one that can be opened. */
function withoutDuplicates(entries: readonly MailboxListEntry[]): MailboxListEntry[] {
  const byName = new Map<string, MailboxListEntry>();
  for (const entry of entries) {
    const first = byName.get(entry.name);
    if (!first || (!isSelectable(first) && isSelectable(entry))) byName.set(entry.name, entry);
  }
  return [...byName.values()];
}

import type { ImapFlow } from 'imapflow';
import { ProviderError } from '../../provider.ts';
import { canDo, listOf, runCommand, textOf } from './command.ts';
import type { Token } from './command.ts';
import { statusItems, takeStatus } from './mailbox-status.ts';
import type { FolderStatus } from './mailbox-status.ts';
import { spacesOf } from './namespaces.ts';

/** Far more folders than anyone has; a server that lists as many, such as one of newsgroups, would fill the memory. */
const mostFolders = 100_000;

/** A folder as the server lists it: its name as it is written there (INBOX is `INBOX`), its flags in lower case. */
export type Entry = { name: string; separator: string | undefined; flags: ReadonlySet<string>; status?: FolderStatus };

export type Listing = {
  entries: Entry[];
  /** Prefixes of namespaces that could not be listed, and why. */
  failed: { prefix: string; error: unknown }[];
};

/**
 * Everything the server lists: what `LIST "" "*"` shows, the namespaces (RFC 2342) of which that shows nothing, and
 * INBOX in any case; each name once. With `withStatus` also the state of each, where one command brings both.
 */
export async function listAll(client: ImapFlow, { withStatus = false } = {}): Promise<Listing> {
  let entries = await list(client, '*', withStatus);
  const failed: Listing['failed'] = [];
  for (const prefix of hiddenPrefixes(client, entries)) {
    try {
      entries = entries.concat(await list(client, `${prefix}*`, withStatus));
    } catch (error) {
      if (!client.usable) throw error;
      failed.push({ prefix, error });
    }
  }
  if (!entries.some(({ name }) => name === 'INBOX')) entries = entries.concat(await list(client, 'INBOX', withStatus));
  return { entries: withoutDoubles(entries), failed };
}

export function isSelectable({ flags }: Entry): boolean {
  return !flags.has('\\noselect') && !flags.has('\\nonexistent');
}

/** Newsgroups and the files of an FTP server, which UW IMAP has among its namespaces, are nobody's mail. */
function hiddenPrefixes(client: ImapFlow, entries: readonly Entry[]): string[] {
  const prefixes = new Set(spacesOf(client).map(({ prefix }) => prefix));
  return [...prefixes]
    .filter((prefix) => prefix !== '' && !/^#(news|ftp)/i.test(prefix))
    .filter((prefix) => !entries.some(({ name }) => name.startsWith(prefix)));
}

async function list(client: ImapFlow, pattern: string, withStatus: boolean): Promise<Entry[]> {
  const wishes = returnOptions(client, withStatus);
  if (wishes.length === 0) return listPlainly(client, pattern);
  try {
    return await runList(client, 'LIST', ['', pattern, { type: 'ATOM', value: 'RETURN' }, wishes]);
  } catch (error) {
    // Some servers do not understand what they offer themselves.
    const { responseStatus, code } = error as { responseStatus?: string; code?: string };
    if (responseStatus !== 'BAD' || code === 'ETHROTTLE') throw error;
    return listPlainly(client, pattern);
  }
}

function listPlainly(client: ImapFlow, pattern: string): Promise<Entry[]> {
  const isOldGmail = client.capabilities.has('XLIST') && !canDo(client, 'SPECIAL-USE');
  return runList(client, isOldGmail ? 'XLIST' : 'LIST', ['', pattern]);
}

function returnOptions(client: ImapFlow, withStatus: boolean): unknown[] {
  const atom = (value: string) => ({ type: 'ATOM', value });
  const status = withStatus && canDo(client, 'LIST-STATUS') ? [atom('STATUS'), statusItems(client).map(atom)] : [];
  const canAskForUses = canDo(client, 'SPECIAL-USE') && (status.length > 0 || canDo(client, 'LIST-EXTENDED'));
  return [...status, ...(canAskForUses ? [atom('SPECIAL-USE')] : [])];
}

async function runList(client: ImapFlow, command: string, attributes: readonly unknown[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  const statuses = new Map<string, FolderStatus>();
  await runCommand(client, command, attributes, {
    [command]: (answer) => void (entries.length < mostFolders && entries.push(entryOf(answer))),
    STATUS: (answer) => takeStatus(statuses, answer),
  });
  if (entries.length === mostFolders)
    throw new ProviderError('protocol', `${client.host} lists more folders than anyone has (${mostFolders}).`);
  return entries.map((entry) => {
    const status = statuses.get(entry.name);
    return status ? { ...entry, status } : entry;
  });
}

function entryOf([flagTokens, separator, nameToken]: readonly Token[]): Entry {
  const flags = new Set(listOf(flagTokens).map((flag) => textOf(flag)?.toLowerCase() ?? ''));
  // A folder may be named NIL, and a server may forget to put that into quotes.
  const name = textOf(nameToken) ?? 'NIL';
  // XLIST calls the inbox by its name in the person's language.
  const isInbox = name.toUpperCase() === 'INBOX' || flags.has('\\inbox');
  return { name: isInbox ? 'INBOX' : name, separator: textOf(separator) || undefined, flags };
}

/** Of two entries for one folder the one that can be opened. */
function withoutDoubles(entries: readonly Entry[]): Entry[] {
  const byName = new Map<string, Entry>();
  for (const entry of entries) {
    const first = byName.get(entry.name);
    if (!first || (!isSelectable(first) && isSelectable(entry))) byName.set(entry.name, entry);
  }
  return [...byName.values()];
}

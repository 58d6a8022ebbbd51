import type { ImapFlow } from 'imapflow';
import { internalsOf, listOf, runCommand, textOf } from './command.ts';
import type { Token } from './command.ts';

/** The STATUS of a folder; `modseq` only where the folder has modification sequences. */
export type FolderStatus = { messages: number; uidnext: number; uidvalidity: number; modseq: bigint | undefined };

/** The items of a STATUS that make a FolderStatus. */
export function statusItems({ capabilities }: ImapFlow): string[] {
  const hasModseq = capabilities.has('CONDSTORE') || capabilities.has('QRESYNC');
  return ['MESSAGES', 'UIDNEXT', 'UIDVALIDITY', ...(hasModseq ? ['HIGHESTMODSEQ'] : [])];
}

/** Adds an untagged STATUS to `found`, under the folder's name as the server writes it; INBOX is in capitals. */
export function collectStatus(found: Map<string, FolderStatus>, [name, items]: readonly Token[]): void {
  const listed = textOf(name) ?? 'NIL';
  const status = parseStatus(listOf(items));
  if (status) found.set(listed.toUpperCase() === 'INBOX' ? 'INBOX' : listed, status);
}

/** The number of commands that are sent before their responses are awaited. */
const maxPipelinedCommands = 100;

/**
 * The state of many folders, by name as listed, on a server that cannot return it with the list. A folder without a response
 * is left out. The commands are pipelined (RFC 3501, section 5.5), because each would otherwise take a round trip.
 */
export async function statusesOf(client: ImapFlow, names: readonly string[]): Promise<Map<string, FolderStatus>> {
  const found = new Map<string, FolderStatus>();
  const items = statusItems(client).join(' ');
  for (let start = 0; start < names.length; start += maxPipelinedCommands) {
    const asked = names.slice(start, start + maxPipelinedCommands).filter((name) => !/[\r\n\0]/.test(name));
    // imapflow's own tags are numbers, so it ignores the responses to these; the NOOP is answered last.
    const lines = asked.map((name, index) => `S${index} STATUS ${quoted(name)} (${items})`);
    if (lines.length > 0) internalsOf(client).write(Buffer.from(lines.join('\r\n')));
    await runCommand(client, 'NOOP', [], { STATUS: (answer) => collectStatus(found, answer) });
  }
  return found;
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

function parseStatus(items: readonly Token[]): FolderStatus | undefined {
  const values = new Map<string, string>();
  for (let at = 0; at + 1 < items.length; at += 2) {
    const value = textOf(items[at + 1]) ?? '';
    if (/^\d{1,19}$/.test(value)) values.set(textOf(items[at])?.toUpperCase() ?? '', value);
  }
  const messages = values.get('MESSAGES');
  const [uidnext, uidvalidity] = [Number(values.get('UIDNEXT')), Number(values.get('UIDVALIDITY'))];
  // A value that some servers omit or report as 0 cannot be compared.
  if (messages === undefined || !uidnext || !uidvalidity) return undefined;
  const modseq = BigInt(values.get('HIGHESTMODSEQ') ?? 0);
  return { messages: Number(messages), uidnext, uidvalidity, modseq: modseq > 0n ? modseq : undefined };
}

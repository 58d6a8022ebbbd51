import { quote, textOf, wordsOf } from './command.ts';
import type { Argument } from './command.ts';
import type { Folder } from './folder.ts';
import { wireName } from './wire-names.ts';
import type { Quirks } from './quirks.ts';
import { quirkOfFolder } from './quirks.ts';
import type { Handler, Session } from './session.ts';
import { reportedModseq } from './view.ts';

const specialUses = ['\\all', '\\archive', '\\drafts', '\\flagged', '\\important', '\\junk', '\\sent', '\\trash'];

/** LIST with RETURN (STATUS (…) SPECIAL-USE CHILDREN SUBSCRIBED), if the server supports these. */
const list: Handler = (session, [reference, pattern, word, options], { name }) => {
  const isExtended = word !== undefined;
  if (isExtended && !session.capabilities.has('LIST-EXTENDED') && !session.capabilities.has('LIST-STATUS'))
    return 'BAD LIST takes two arguments';
  if (textOf(pattern) === '') {
    session.sendLine('* LIST (\\Noselect) "/" ""');
    return 'OK done';
  }
  const status = isExtended ? statusOption(options) : undefined;
  if (status && !session.capabilities.has('LIST-STATUS')) return 'BAD There is no LIST-STATUS';
  for (const folder of matching(session, textOf(reference), textOf(pattern))) {
    session.sendLine(
      `* ${name} (${attributesOf(session, folder, name).join(' ')}) ${separatorAndName(session, folder)}`,
    );
    if (status && isSelectable(folder)) session.sendLine(statusLine(session, folder, status));
  }
  return 'OK done';
};

const lsub: Handler = (session, [reference, pattern]) => {
  for (const folder of matching(session, textOf(reference), textOf(pattern)))
    session.sendLine(`* LSUB () ${separatorAndName(session, folder)}`);
  return 'OK done';
};

function statusOption(options: Argument | undefined): string[] | undefined {
  const items = Array.isArray(options) ? options : [];
  const at = items.findIndex((item) => typeof item === 'string' && item.toUpperCase() === 'STATUS');
  return at < 0 ? undefined : wordsOf(items[at + 1]);
}

/** Folders of a foreign namespace are listed only for a pattern that begins with its prefix. */
function matching({ mailbox, namespaces, enabled, quirks }: Session, reference: string, pattern: string): Folder[] {
  const whole = `${reference}${pattern}`;
  const foreign = [...namespaces.others, ...namespaces.shared].map(({ prefix }) => prefix);
  const patterns = new Map<string | null, RegExp>();
  return mailbox.folders.filter(({ path, wire, separator }) => {
    if (quirkOfFolder(quirks, path).isUnlisted) return false;
    const name = wireName({ path, wire }, enabled.has('UTF8=ACCEPT'));
    const prefix = foreign.find((each) => name.startsWith(each));
    if (prefix !== undefined && !whole.startsWith(prefix)) return false;
    const isMatch = patterns.get(separator) ?? patternToRegExp(whole, separator);
    patterns.set(separator, isMatch);
    return isMatch.test(name);
  });
}

function patternToRegExp(pattern: string, separator: string | null): RegExp {
  const oneLevel = separator === null ? '.*' : `[^${separator.replace(/[\\\]^]/g, '\\$&')}]*`;
  const source = pattern.replace(/[.*+?^${}()|[\]\\%]/g, (sign) =>
    sign === '*' ? '.*' : sign === '%' ? oneLevel : `\\${sign}`,
  );
  return new RegExp(`^${source}$`, pattern.toUpperCase() === 'INBOX' ? 'is' : 's');
}

/** LIST with SPECIAL-USE, and Gmail's old XLIST, report the use of a folder. */
function attributesOf({ capabilities }: Session, { attributes }: Folder, command: string): string[] {
  const reportsUse = capabilities.has('SPECIAL-USE') || command === 'XLIST';
  return attributes.filter((attribute) => reportsUse || !specialUses.includes(attribute.toLowerCase()));
}

function separatorAndName({ enabled }: Session, folder: Folder): string {
  const separator = folder.separator === null ? 'NIL' : quote(folder.separator);
  return `${separator} ${quote(wireName(folder, enabled.has('UTF8=ACCEPT')))}`;
}

function isSelectable({ attributes }: Folder): boolean {
  return !attributes.some((attribute) => /^\\(Noselect|NonExistent)$/i.test(attribute));
}

const status: Handler = (session, [name, items]) => {
  const folder = session.folderNamed(textOf(name));
  if (!folder || !isSelectable(folder)) return 'NO [NONEXISTENT] There is no such folder';
  const injected = quirkOfFolder(session.quirks, folder.path).commands?.['STATUS'];
  if (injected) return injected;
  session.sendLine(statusLine(session, folder, wordsOf(items)));
  return 'OK done';
};

function statusLine(session: Session, folder: Folder, items: readonly string[]): string {
  const facts = items.flatMap((item) => {
    const value = statusItem(session.quirks, folder, item);
    return value === undefined ? [] : [`${item} ${value}`];
  });
  return `* STATUS ${quote(wireName(folder, session.enabled.has('UTF8=ACCEPT')))} (${facts.join(' ')})`;
}

function statusItem(quirks: Quirks, { path, placements, uidvalidity, uidnext, modseq }: Folder, item: string) {
  const { isUidNextMissing, isModseqMissing } = quirkOfFolder(quirks, path);
  switch (item) {
    case 'MESSAGES':
      return placements.length;
    case 'UNSEEN':
      return placements.filter(({ message }) => !message.flags.has('\\Seen')).length;
    case 'UIDVALIDITY':
      return uidvalidity;
    case 'UIDNEXT':
      return isUidNextMissing ? undefined : uidnext;
    case 'HIGHESTMODSEQ':
      return isModseqMissing ? 0 : reportedModseq(quirks, path, modseq);
    default:
      return 0;
  }
}

const namespace: Handler = (session) => {
  const { own, others, shared } = session.namespaces;
  const format = (spaces: typeof own) =>
    spaces.length === 0
      ? 'NIL'
      : `(${spaces.map(({ prefix, separator }) => `(${quote(prefix)} ${separator === null ? 'NIL' : quote(separator)})`).join('')})`;
  session.sendLine(`* NAMESPACE ${format(own)} ${format(others)} ${format(shared)}`);
  return 'OK done';
};

export const listCommands: Record<string, Handler> = {
  LIST: list,
  XLIST: list,
  LSUB: lsub,
  STATUS: status,
  NAMESPACE: namespace,
};

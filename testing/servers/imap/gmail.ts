import type { Folder, LabelRules } from './folder.ts';
import { createMailbox } from './mailbox.ts';
import type { Mailbox } from './mailbox.ts';

/** The Gmail capabilities that this server implements. */
export const gmailCapabilities = [
  'IMAP4rev1 UNSELECT IDLE NAMESPACE ID XLIST CHILDREN X-GM-EXT-1 UIDPLUS ENABLE MOVE CONDSTORE ESEARCH UTF8=ACCEPT',
  'LIST-EXTENDED LIST-STATUS LITERAL- SPECIAL-USE',
].join(' ');

const systemFolders: Record<string, string[]> = {
  INBOX: ['\\HasNoChildren'],
  '[Gmail]': ['\\HasChildren', '\\Noselect'],
  '[Gmail]/All Mail': ['\\All', '\\HasNoChildren'],
  '[Gmail]/Drafts': ['\\Drafts', '\\HasNoChildren'],
  '[Gmail]/Important': ['\\HasNoChildren', '\\Important'],
  '[Gmail]/Sent Mail': ['\\HasNoChildren', '\\Sent'],
  '[Gmail]/Spam': ['\\HasNoChildren', '\\Junk'],
  '[Gmail]/Starred': ['\\Flagged', '\\HasNoChildren'],
  '[Gmail]/Trash': ['\\HasNoChildren', '\\Trash'],
};

/**
 * A mailbox whose folders are labels, with Gmail's standard ones: mail is in All Mail whatever its other labels, unless it
 * is in Spam or Trash, where it has none.
 */
export function gmailMailbox(): Mailbox {
  const named = (name: string) => mailbox.folder(`[Gmail]/${name}`);
  const isOneOf = (folder: Folder, ...names: string[]) => names.some((name) => folder === named(name));
  const rules: LabelRules = {
    onAdd: (folder) =>
      isOneOf(folder, 'Spam', 'Trash')
        ? { addTo: [], removeFrom: mailbox.folders.filter((other) => other !== folder) }
        : {
            addTo: isOneOf(folder, 'All Mail') ? [] : [named('All Mail')],
            removeFrom: [named('Spam'), named('Trash')],
          },
    onRemove: (folder) => ({
      removeFrom: isOneOf(folder, 'All Mail')
        ? mailbox.folders.filter((other) => !isOneOf(other, 'Spam', 'Trash'))
        : [],
    }),
  };
  const mailbox = createMailbox(rules);
  for (const [path, attributes] of Object.entries(systemFolders)) mailbox.addFolder(path, { attributes });
  return mailbox;
}

const labelNames: Record<string, string> = {
  INBOX: '\\Inbox',
  '[Gmail]/Drafts': '\\Draft',
  '[Gmail]/Important': '\\Important',
  '[Gmail]/Sent Mail': '\\Sent',
  '[Gmail]/Starred': '\\Starred',
};

/** X-GM-LABELS of a message as seen in a folder: its other labels; All Mail, Spam and Trash do not count. */
export function gmailLabels({ folders }: Mailbox, seenIn: Folder, uid: number): string[] {
  const message = seenIn.placements.find((placement) => placement.uid === uid)?.message;
  return folders
    .filter(({ path }) => !['[Gmail]/All Mail', '[Gmail]/Spam', '[Gmail]/Trash'].includes(path))
    .filter((folder) => folder !== seenIn && folder.placements.some((placement) => placement.message === message))
    .map(({ path }) => labelNames[path] ?? path);
}

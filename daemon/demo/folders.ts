import type { RemoteFolder } from '../providers/provider.ts';

export type MailboxProfile = 'personal' | 'work';

type FolderSpec = Pick<RemoteFolder, 'path' | 'kind'> & Partial<Pick<RemoteFolder, 'role'>>;

const system: FolderSpec[] = [
  { path: 'INBOX', role: 'inbox', kind: 'system' },
  { path: 'Sent', role: 'sent', kind: 'system' },
  { path: 'Drafts', role: 'drafts', kind: 'system' },
  { path: 'Archive', role: 'archive', kind: 'system' },
  { path: 'Trash', role: 'trash', kind: 'system' },
  { path: 'Junk', role: 'spam', kind: 'system' },
];

const user: Record<MailboxProfile, FolderSpec[]> = {
  personal: [
    { path: 'Garden club', kind: 'user' },
    { path: 'House', kind: 'user' },
    { path: 'Taxes 2026', kind: 'user' },
  ],
  work: [
    { path: 'Clients', kind: 'user' },
    { path: 'Invoices', kind: 'user' },
  ],
};

/** The index of a folder of the mailbox, by purpose. The last three are specific to the account. */
export const folderIndex = {
  inbox: 0,
  sent: 1,
  drafts: 2,
  archive: 3,
  trash: 4,
  junk: 5,
  first: 6,
  second: 7,
  third: 8,
} as const;

export function demoFolders(profile: MailboxProfile): RemoteFolder[] {
  return [...system, ...user[profile]].map((folder) => ({
    ...folder,
    name: folder.path === 'INBOX' ? 'Inbox' : folder.path,
    selectable: true,
  }));
}

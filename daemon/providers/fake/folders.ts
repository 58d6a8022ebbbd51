import type { RemoteFolder } from '../provider.ts';

export type Flavour = 'personal' | 'work';

type Named = Pick<RemoteFolder, 'path' | 'kind'> & Partial<Pick<RemoteFolder, 'role'>>;

const system: Named[] = [
  { path: 'INBOX', role: 'inbox', kind: 'system' },
  { path: 'Sent', role: 'sent', kind: 'system' },
  { path: 'Drafts', role: 'drafts', kind: 'system' },
  { path: 'Archive', role: 'archive', kind: 'system' },
  { path: 'Trash', role: 'trash', kind: 'system' },
  { path: 'Junk', role: 'spam', kind: 'system' },
];

const user: Record<Flavour, Named[]> = {
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

/** The place of a folder in `foldersOf`, by what it is for. The last three are the account's own. */
export const slot = {
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

export function foldersOf(flavour: Flavour): RemoteFolder[] {
  return [...system, ...user[flavour]].map((folder) => ({
    ...folder,
    name: folder.path === 'INBOX' ? 'Inbox' : folder.path,
    selectable: true,
  }));
}

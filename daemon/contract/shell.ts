import { z } from 'zod';
import { count, lensKind, text, uuid } from './fields.ts';

/** The frame around every page (wire-contract, section 2). */
export const shell = z
  .object({
    accountLabel: text('Work', 'The first account, or "local" where there is none'),
    syncLabel: z.enum(['Busy', 'Syncing', 'Needs attention', 'Synced']),
    statusMessage: text('Everything is synced: 2 accounts.', 'One sentence on the same state'),
    commandHint: text('Ctrl K', 'The key that opens the command palette'),
  })
  .meta({ id: 'Shell' });

const sidebarItem = z
  .object({
    id: text('inbox'),
    label: text('Inbox'),
    unread: count.describe('Conversations with something unread'),
    total: count.describe('Conversations in all'),
    active: z.boolean(),
    lens: z.object({
      kind: lensKind,
      labelId: uuid().nullable().optional(),
      savedSearch: text('Invoices').optional(),
    }),
    role: text('inbox').nullable().describe("What the item stands for, for its icon; null for a person's own label"),
    color: text('#3f7a5d').nullable(),
    icon: text('#3f7a5d', 'Of a saved search: a colour, an emoji or a word').nullable().optional(),
  })
  .meta({ id: 'SidebarItem' });

export const sidebar = z
  .object({
    sections: z.array(
      z.object({
        id: z.enum(['system', 'labels', 'saved-searches']),
        title: text('Mailboxes'),
        items: z.array(sidebarItem),
      }),
    ),
  })
  .meta({ id: 'Sidebar' });

export type Shell = z.output<typeof shell>;
export type Sidebar = z.output<typeof sidebar>;
export type SidebarItem = z.output<typeof sidebarItem>;

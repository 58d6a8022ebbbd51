import { z } from 'zod';
import { lensKind } from './fields.ts';

/** The frame around every page (wire-contract, section 2). */
export const shell = z
  .object({
    accountLabel: z.string(),
    syncLabel: z.enum(['Busy', 'Syncing', 'Needs attention', 'Synced']),
    statusMessage: z.string(),
    commandHint: z.string(),
  })
  .meta({ id: 'Shell' });

export const sidebarItem = z
  .object({
    id: z.string(),
    label: z.string(),
    /** Conversations with something unread, and conversations in all. */
    unread: z.int(),
    total: z.int(),
    active: z.boolean(),
    lens: z.object({
      kind: lensKind,
      labelId: z.string().nullable().optional(),
      savedSearch: z.string().optional(),
    }),
    /** What the item stands for, for its icon; null for a person's own label. */
    role: z.string().nullable(),
    color: z.string().nullable(),
  })
  .meta({ id: 'SidebarItem' });

export const sidebar = z
  .object({
    sections: z.array(
      z.object({
        id: z.enum(['system', 'labels', 'saved-searches']),
        title: z.string(),
        items: z.array(sidebarItem),
      }),
    ),
  })
  .meta({ id: 'Sidebar' });

export type Shell = z.output<typeof shell>;
export type Sidebar = z.output<typeof sidebar>;
export type SidebarItem = z.output<typeof sidebarItem>;

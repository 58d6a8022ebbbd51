import type { ComponentType, ReactNode } from 'react';
import type { MessageRow } from '../../../../daemon/contract/fields.ts';

/** Conversations under one heading. */
export type PageGroup = { id: string; label: string; rows: readonly MessageRow[] };

/** The loaded pages of a list. */
export type Pages = {
  groups: readonly { groups: readonly PageGroup[] }[] | undefined;
  /** The rows are ordered by time and grouped by day. */
  isByDay?: boolean;
  /** Shown at the end of the heading of a group. */
  HeadingTools?: ComponentType<{ groupId: string }>;
  error: unknown;
  retry: () => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  /** Shown after the last row of the last page. */
  end?: ReactNode;
};

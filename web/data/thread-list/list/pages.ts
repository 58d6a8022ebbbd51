import type { ReactNode } from 'react';
import type { RowGroup } from '../../../../daemon/contract/fields.ts';

/** The loaded pages of a list. */
export type Pages = {
  groups: readonly { groups: readonly RowGroup[] }[] | undefined;
  /** The rows are ordered by time and grouped by day. */
  isByDay?: boolean;
  error: unknown;
  retry: () => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  /** Shown after the last row of the last page. */
  end?: ReactNode;
};

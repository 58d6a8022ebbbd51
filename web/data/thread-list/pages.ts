import type { RowGroup } from '../../../daemon/contract/fields.ts';

/** The pages of a list, as far as they are loaded. */
export type Pages = {
  groups: readonly { groups: readonly RowGroup[] }[] | undefined;
  /** They are in the order of their time, and stand under days. */
  isByDay?: boolean;
  error: unknown;
  retry: () => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
};

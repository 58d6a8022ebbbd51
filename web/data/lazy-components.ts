import { lazyComponent } from '../design/lazy-component.tsx';

// These components are not part of the first render; the page loads them soon after.
export const RowMenu = lazyComponent(async () => (await import('./thread-list/row/row-menu.tsx')).RowMenu);
export const ActionMenu = lazyComponent(async () => (await import('./selection/action-menu.tsx')).ActionMenu);
export const BulkConfirmDialog = lazyComponent(
  async () => (await import('./selection/bulk-confirm-dialog.tsx')).BulkConfirmDialog,
);
export const BlockDialog = lazyComponent(async () => (await import('./blocking/block-dialog.tsx')).BlockDialog);
export const SelectionBar = lazyComponent(async () => (await import('./selection/selection-bar.tsx')).SelectionBar);
/** Rarely seen: a selection is usually made beside an open conversation, or acted on at once. */
export const SelectionSummary = lazyComponent(
  async () => (await import('./selection/selection-summary.tsx')).SelectionSummary,
);
/** Not among those that are loaded in any case: only who switches it on needs it. */
export const ListGists = lazyComponent(async () => (await import('./thread-list/gists/list-gists.tsx')).ListGists);

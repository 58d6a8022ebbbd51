import { lazyComponent } from '../design/lazy-component.tsx';

// What the page is not drawn with at first, and is wanted soon after.
export const Palette = lazyComponent(async () => (await import('./palette/palette.tsx')).Palette);
export const ShortcutsDialog = lazyComponent(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);
export const RowMenu = lazyComponent(async () => (await import('../data/thread-list/row-menu.tsx')).RowMenu);
export const ActionMenu = lazyComponent(async () => (await import('../data/selection/action-menu.tsx')).ActionMenu);
export const BulkConfirmDialog = lazyComponent(
  async () => (await import('../data/selection/bulk-confirm-dialog.tsx')).BulkConfirmDialog,
);
export const LabelEditor = lazyComponent(async () => (await import('../data/labels/label-editor.tsx')).LabelEditor);
export const SavedSearchEditor = lazyComponent(
  async () => (await import('../features/search/saved/saved-search-editor.tsx')).SavedSearchEditor,
);

/** In the order in which they are likely to be wanted. */
export const preloadedComponents = [
  Palette,
  RowMenu,
  ActionMenu,
  ShortcutsDialog,
  BulkConfirmDialog,
  LabelEditor,
  SavedSearchEditor,
];

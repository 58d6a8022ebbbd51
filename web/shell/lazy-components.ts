import { ActionMenu, RowMenu, SelectionBar } from '../data/lazy-components.ts';
import { lazyComponent } from '../design/lazy-component.tsx';
import { FindBar } from '../features/threads/lazy-components.ts';
import { firstPaint } from './bootstrap.ts';
import { nextIdle } from './run-when-idle.ts';
import { settled } from './settled.ts';

// These components are not part of the first render; the page loads them soon after. Those that are always in the frame wait
// until the first mail is shown, or if they read data that is rarely missed, until it has been shown for a moment.
export const Palette = lazyComponent(async () => (await import('./palette/palette.tsx')).Palette);
export const ShortcutsDialog = lazyComponent(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);
export const BackgroundParts = lazyComponent(async () => {
  await firstPaint;
  await nextIdle();
  return (await import('./background-parts.tsx')).BackgroundParts;
});
export const DemoBar = lazyComponent(async () => {
  await firstPaint;
  return (await import('./demo/demo-bar.tsx')).DemoBar;
});
export const LocalPageBar = lazyComponent(async () => {
  await settled;
  return (await import('./problems/local-page-bar.tsx')).LocalPageBar;
});
export const OccasionalEntries = lazyComponent(async () => {
  await settled;
  return (await import('./sidebar/occasional-entries.tsx')).OccasionalEntries;
});
export const MorePages = lazyComponent(async () => (await import('./sidebar/more-pages.tsx')).MorePages);
export const StatusDetail = lazyComponent(async () => (await import('./status/status-detail.tsx')).StatusDetail);
export const DemoPanel = lazyComponent(async () => (await import('./demo/demo-panel.tsx')).DemoPanel);
export const RepairPage = lazyComponent(async () => (await import('../features/repair/repair-page.tsx')).RepairPage);
export const SavedSearchEditor = lazyComponent(
  async () => (await import('../features/search/saved/saved-search-editor.tsx')).SavedSearchEditor,
);

/** In the order in which the user is likely to need them. */
export const preloadedComponents = [Palette, RowMenu, SelectionBar, ActionMenu, StatusDetail, FindBar];

import { lazily } from './design/lazily.tsx';

// What the page is not drawn with at first, and is wanted soon after.
export const Palette = lazily(async () => (await import('./palette/palette.tsx')).Palette);
export const KeySheet = lazily(async () => (await import('./shell/key-sheet.tsx')).KeySheet);
export const RowMenu = lazily(async () => (await import('./mailbox/row-menu.tsx')).RowMenu);
export const ActMenu = lazily(async () => (await import('./selection/act-menu.tsx')).ActMenu);
export const ManyQuestion = lazily(async () => (await import('./selection/many-question.tsx')).ManyQuestion);
export const LabelEditor = lazily(async () => (await import('./labels/label-editor.tsx')).LabelEditor);
export const SavedSearchEditor = lazily(
  async () => (await import('./saved-searches/saved-search-editor.tsx')).SavedSearchEditor,
);

/** In the order in which they are likely to be wanted. */
export const soonWanted = [Palette, RowMenu, ActMenu, KeySheet, ManyQuestion, LabelEditor, SavedSearchEditor];

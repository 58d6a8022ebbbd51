import { lazyComponent } from '../../design/lazy-component.tsx';

/** Rarely opened. */
export const LabelEditor = lazyComponent(async () => (await import('./label-editor.tsx')).LabelEditor);

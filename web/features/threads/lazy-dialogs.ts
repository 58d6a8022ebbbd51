import { lazyComponent } from '../../design/lazy-component.tsx';

// These are not in lazy-components.ts, which is part of the first load.
export const SimilarDialog = lazyComponent(async () => (await import('./similar-dialog.tsx')).SimilarDialog);
export const WhyHereDialog = lazyComponent(async () => (await import('./why-here-dialog.tsx')).WhyHereDialog);

import { lazyComponent } from '../../design/lazy-component.tsx';

/** Keys that are pressed after its own key would be lost while it is loading, so the page loads it early. */
export const FindBar = lazyComponent(async () => (await import('./find/find-bar.tsx')).FindBar);

import { lazyComponent } from '../../design/lazy-component.tsx';

// Entries that few users have, so that they are not part of the first render.
export const ScreenerEntry = lazyComponent(async () => (await import('./screener-entry.tsx')).ScreenerEntry);

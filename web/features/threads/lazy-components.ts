import { lazyComponent } from '../../design/lazy-component.tsx';

/** Rarely opened. */
export const WhyDialog = lazyComponent(async () => (await import('./why/why-dialog.tsx')).WhyDialog);

/** Keys that are pressed after its own key would be lost while it is loading, so the page loads it early. */
export const FindBar = lazyComponent(async () => (await import('./find/find-bar.tsx')).FindBar);

/** Only those who have set up a language model need it. */
export const ThreadAssist = lazyComponent(async () => (await import('./assist/thread-assist.tsx')).ThreadAssist);

import { lazyComponent } from '../../../design/lazy-component.tsx';

/** Only those who have set up a language model need it. */
export const WriterMenu = lazyComponent(async () => (await import('./writer-menu.tsx')).WriterMenu);

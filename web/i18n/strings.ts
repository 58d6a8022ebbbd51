import './english.ts';
import type { Messages } from './messages.ts';
import { loadedMessages } from './catalog.ts';

/** Every word the page says, of `resources/locales`, in the language of the page. */
export const strings = loadedMessages as Messages;

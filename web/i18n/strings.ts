import './english.ts';
import type { Messages } from './messages.ts';
import { loadedMessages } from './catalog.ts';

/** All messages of the page, from `resources/locales`, in the language of the page. */
export const strings = loadedMessages as Messages;

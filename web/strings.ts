import './words/english.ts';
import type { Messages } from './words/messages.ts';
import { said } from './words/said.ts';

/** Every word the page says, of `resources/locales`, in the language of the page. */
export const strings = said as Messages;

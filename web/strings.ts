import type { Messages } from './words/messages.ts';
import { saidOf } from './words/said.ts';
import { englishLanguage } from './words/speaking.ts';

/** Every word the page says, of `resources/locales`, in the language of the page. */
export const strings = saidOf(englishLanguage.words) as Messages;

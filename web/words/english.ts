import english from '../../resources/locales/en/page.json' with { type: 'json' };
import { readWords } from './icu.ts';
import { learn } from './said.ts';

// All at once, where nothing is built. What is built has each part of the page bring along its own: `word-modules.ts`.
learn([], readWords(english));

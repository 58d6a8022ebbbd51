import english from '../../resources/locales/en/page.json' with { type: 'json' };
import { parseCatalog } from './icu.ts';
import { addMessages } from './catalog.ts';

// All at once, where nothing is built. What is built has each part of the page bring along its own: `word-modules.ts`.
addMessages([], parseCatalog(english));

import english from '../../resources/locales/en/page.json' with { type: 'json' };
import { parseCatalog } from './icu.ts';
import { addMessages } from './catalog.ts';

// All at once, for sources that are not built. In a build, catalog-modules.ts gives each source its own messages.
addMessages([], parseCatalog(english));

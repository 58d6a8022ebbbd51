import { strings } from '../../i18n/strings.ts';
import type { Operation } from './api-document.ts';

const words = strings.docs.effects;
type Effect = keyof typeof words;

/** What asking would do: in words, whether it changes anything, and whether it deserves the colour of danger. */
export type Consequence = { does: string; warning: string; isChange: boolean; isGrave: boolean };

const harmless: readonly Effect[] = ['read', 'fetch', 'egress'];
const grave: readonly Effect[] = ['destroy', 'operate'];

/** Where the document says nothing of an effect, all but a GET is taken for a change. */
export function consequenceOf({ effect, method }: Pick<Operation, 'effect' | 'method'>): Consequence {
  const known: Effect = isKnown(effect) ? effect : method === 'GET' && effect === '' ? 'read' : 'unknown';
  return {
    ...words[known],
    isChange: !harmless.includes(known),
    isGrave: method === 'DELETE' || grave.includes(known),
  };
}

function isKnown(effect: string): effect is Effect {
  return Object.hasOwn(words, effect);
}

import { strings } from '../../i18n/strings.ts';

const warnings = strings.docs.warnings;
type Effect = keyof typeof warnings;

/** What the user is asked before a request is sent; empty where it changes nothing. */
export function warningOf({ 'x-safety': effect = '' }: { 'x-safety'?: string }, method: string): string {
  if (effect === 'read' || effect === 'fetch') return '';
  if (effect === '' && method === 'get') return '';
  return warnings[isKnown(effect) ? effect : 'unknown'];
}

function isKnown(effect: string): effect is Effect {
  return Object.hasOwn(warnings, effect);
}

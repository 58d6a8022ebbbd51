import type { MessageRow } from '../../../daemon/contract/fields.ts';
import { strings } from '../../i18n/strings.ts';

const maxNames = 3;

/** The recipients of a message as text: the user as "you" and first, then names, then the number of others. */
export function recipientNames(message: Pick<MessageRow, 'to' | 'cc'>, own: ReadonlySet<string>): string[] {
  const everyone = [...(message.to ?? []), ...(message.cc ?? [])];
  const names = everyone.map(({ name, email }) => (own.has(email.toLowerCase()) ? strings.reader.you : name || email));
  const distinct = [...new Set(names)].sort(
    (a, b) => Number(b === strings.reader.you) - Number(a === strings.reader.you),
  );
  if (distinct.length <= maxNames) return distinct;
  const shown = distinct.slice(0, maxNames - 1);
  return [...shown, strings.reader.others({ count: distinct.length - shown.length })];
}

/** All recipients with their full addresses, for the title attribute. */
export function recipientDetail(message: Pick<MessageRow, 'to' | 'cc'>): string {
  return [...(message.to ?? []), ...(message.cc ?? [])]
    .map(({ name, email }) => (name ? `${name} <${email}>` : email))
    .join(', ');
}

/** One or two initials: of the first and last name, else of the address. */
export function initials(name: string): string {
  const nameParts = name
    .replace(/[^\p{L}\p{N}\s@.-]/gu, '')
    .split(/[\s@]+/)
    .filter(Boolean);
  const [first = '', last = ''] = name.includes('@')
    ? [nameParts[0]]
    : [nameParts[0], nameParts.length > 1 ? nameParts.at(-1) : ''];
  return ([...first][0] ?? '?').concat([...last][0] ?? '').toLocaleUpperCase();
}

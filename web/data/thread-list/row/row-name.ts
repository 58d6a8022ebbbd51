import type { MessageRow } from '../../../../daemon/contract/fields.ts';
import { strings } from '../../../i18n/strings.ts';
import { useMailDates } from '../../settings/mail-dates.tsx';
import { type RowBadge, badgesOf } from '../list/rows.ts';
import { useSearchMatch } from './search-match-context.ts';
import { joinSenders } from './senders.ts';

const t = strings.list;
const { search } = strings;

/** The name of a row for screen readers: senders, subject, date, state, and only then the snippet. */
export function useRowName(row: MessageRow, shownLabel: string | undefined): string {
  const dates = useMailDates();
  const match = useSearchMatch(row.id);
  const fields = match?.places.filter((place) => place !== 'subject' && (place !== 'body' || !match.excerpt)) ?? [];
  const { message_count: count = 1 } = row;
  return [
    joinSenders(row.senders, row.sender),
    row.subject || t.noSubject,
    dates.short(row.date, row.date_label),
    ...(row.unread ? [t.unread] : []),
    ...(count > 1 ? [t.messages({ count })] : []),
    ...badgesOf(row, shownLabel).map(nameOf),
    ...(fields.length > 0 ? [search.foundIn({ fields: fields.map((field) => search.places[field]) })] : []),
    match?.excerpt ? match.excerpt.map(({ text }) => text).join('') : row.snippet,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function nameOf(badge: RowBadge): string {
  switch (badge.kind) {
    case 'attachment':
      return t.attachment;
    case 'star':
      return t.starred;
    case 'label':
      return badge.name;
  }
}

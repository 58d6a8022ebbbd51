import { BellOff, Paperclip, Star } from 'lucide-react';
import { memo } from 'react';
import type { MessageRow } from '../../../../daemon/contract/fields.ts';
import { useLabelColours } from '../../labels/label-colours.tsx';
import { useMailDates } from '../../settings/mail-dates.tsx';
import { MatchedSnippet, MatchedSubject } from './search-match-text.tsx';
import { strings } from '../../../i18n/strings.ts';
import styles from './row-content.module.css';
import { type RowBadge, badgesOf } from '../list/rows.ts';
import { joinSenders } from './senders.ts';
import { formatNumber } from '../../../i18n/formats.ts';

type RowContentProps = {
  row: MessageRow;
  /** The label whose list is shown. */
  shownLabel: string | undefined;
};

/**
 * The content of a row: senders, date, subject, snippet and at most three marks. They are on one line in a wide or compact
 * list, else on two. Screen readers get the name of the row instead, which has another order.
 */
export const RowContent = memo(function RowContent({ row, shownLabel }: RowContentProps) {
  const senders = joinSenders(row.senders, row.sender);
  const subject = row.subject || strings.list.noSubject;
  const badges = badgesOf(row, shownLabel);
  const dates = useMailDates();
  return (
    <>
      {row.unread && <span className={styles['dot']} />}
      <span className={styles['from']}>
        <span className={styles['sender']} dir="auto" title={row.senders?.join(', ') ?? row.sender_detail ?? senders}>
          {senders}
        </span>
        {row.message_count !== undefined && row.message_count > 1 && (
          <span className={styles['count']}>{formatNumber(row.message_count)}</span>
        )}
      </span>
      <time className={styles['when']} dateTime={row.date} title={dates.full(row.date, row.date_full)}>
        {dates.short(row.date, row.date_label)}
      </time>
      <span className={styles['about']}>
        {badges.map((badge) => badge.kind === 'label' && <LabelChip key={badge.id} badge={badge} />)}
        <span className={styles['subject']} dir="auto" title={subject}>
          <MatchedSubject row={row}>{subject}</MatchedSubject>
        </span>
        <span className={styles['snippet']} dir="auto">
          <MatchedSnippet row={row} />
        </span>
        {badges.some(({ kind }) => kind !== 'label') && (
          <span className={styles['marks']}>
            {badges.map((badge) => (
              <BadgeIcon key={badge.kind} badge={badge} />
            ))}
          </span>
        )}
      </span>
    </>
  );
});

function LabelChip({ badge }: { badge: Extract<RowBadge, { kind: 'label' }> }) {
  const colourOf = useLabelColours();
  return (
    <span className={styles['label']} style={{ '--dot': colourOf(badge) }} title={badge.name}>
      <span dir="auto">{badge.name}</span>
    </span>
  );
}

function BadgeIcon({ badge }: { badge: RowBadge }) {
  if (badge.kind === 'attachment') return <Paperclip />;
  if (badge.kind === 'muted') return <BellOff />;
  if (badge.kind === 'star') return <Star className={styles['star']} fill="currentColor" />;
  return null;
}

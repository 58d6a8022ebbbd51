import { BellOff, CircleAlert, Paperclip, Star } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { MessageRow } from '../../../../daemon/contract/fields.ts';
import { useLabelColours, useLabelOwners } from '../../labels/label-colours.tsx';
import { useMailDates } from '../../settings/mail-dates.tsx';
import { useGist } from '../gists/gist-context.ts';
import { useSearchMatch } from './search-match-context.ts';
import { HighlightedText, MatchedSnippet } from './search-match-text.tsx';
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
 * The content of a row in the order in which it is read: senders, subject, date, state, snippet. The style puts it on one
 * line in a wide or compact list, else on two.
 */
export const RowContent = memo(function RowContent({ row, shownLabel }: RowContentProps) {
  const senders = joinSenders(row.senders, row.sender);
  const subject = row.subject || strings.list.noSubject;
  const dates = useMailDates();
  // Not in components of their own, because a list that scrolls renders several rows for each frame.
  const match = useSearchMatch(row.id);
  const gist = useGist(row.thread_id);
  const badges = badgesOf(row, shownLabel);
  return (
    <>
      <span className={styles['from']}>
        <span className={styles['sender']} dir="auto" title={row.senders?.join(', ') ?? row.sender_detail ?? senders}>
          {senders}
        </span>
        {row.message_count !== undefined && row.message_count > 1 && <Count count={row.message_count} />}
      </span>
      <span
        className={styles['subject']}
        data-beside={match?.subject ? undefined : match?.excerpt ? 'text' : match && 'place'}
        dir="auto"
        title={subject}
      >
        {match?.subject ? <HighlightedText pieces={match.subject} /> : subject}
      </span>
      <time className={styles['when']} dateTime={row.date} title={dates.full(row.date, row.date_full)}>
        {dates.short(row.date, row.date_label)}
      </time>
      {row.unread && <span className={styles['dot']}>{strings.list.unread} </span>}
      {(badges.length > 0 || match?.mark) && <RowBadges badges={badges} howFound={match?.mark} />}
      <span className={styles['snippet']} dir="auto">
        {match ? <MatchedSnippet match={match} snippet={row.snippet} /> : (gist ?? row.snippet)}
      </span>
    </>
  );
});

function Count({ count }: { count: number }) {
  return (
    <span className={styles['count']} role="img" aria-label={strings.list.messages({ count })}>
      {formatNumber(count)}
    </span>
  );
}

function RowBadges({ badges, howFound }: { badges: readonly RowBadge[]; howFound: ReactNode }) {
  const labels = badges.filter((badge) => badge.kind === 'label');
  const marks = badges.filter(({ kind }) => kind !== 'label');
  return (
    <span className={styles['state']}>
      {(labels.length > 0 || howFound) && (
        <span className={styles['labels']}>
          {howFound}
          {labels.map((badge) => (
            <LabelChip key={badge.id} badge={badge} />
          ))}
        </span>
      )}
      {marks.length > 0 && (
        <span className={styles['marks']}>
          {marks.map((badge) => (
            <BadgeIcon key={badge.kind} badge={badge} />
          ))}
        </span>
      )}
    </span>
  );
}

function LabelChip({ badge }: { badge: Extract<RowBadge, { kind: 'label' }> }) {
  const colourOf = useLabelColours();
  const owner = useLabelOwners()(badge);
  const name = owner === undefined ? badge.name : strings.list.labelOf({ name: badge.name, account: owner });
  return (
    <span className={styles['label']} style={{ '--dot': colourOf(badge) }} title={name}>
      <span dir="auto">{name}</span>
    </span>
  );
}

function BadgeIcon({ badge }: { badge: RowBadge }) {
  if (badge.kind === 'attachment') return <Paperclip role="img" aria-label={strings.list.attachment} />;
  if (badge.kind === 'suspicious') {
    return <CircleAlert className={styles['suspicious']} role="img" aria-label={strings.list.suspicious} />;
  }
  if (badge.kind === 'muted') return <BellOff role="img" aria-label={strings.list.muted} />;
  if (badge.kind === 'star') {
    return <Star className={styles['star']} fill="currentColor" role="img" aria-label={strings.list.starred} />;
  }
  return null;
}

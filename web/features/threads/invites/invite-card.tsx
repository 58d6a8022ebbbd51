import { Link } from '@tanstack/react-router';
import { CalendarPlus } from 'lucide-react';
import { useId } from 'react';
import type { Reply } from '../../../api/client.ts';
import { Button } from '../../../design/controls/button.tsx';
import { threadLink } from '../../../data/lens-links.ts';
import { useThreadListData } from '../../../data/thread-list/list/list-context.ts';
import { saveFile } from '../../../data/save-file.ts';
import { strings } from '../../../i18n/strings.ts';
import { InviteResponse } from './invite-response.tsx';
import { CalendarDateIcon, EventFacts } from './event-facts.tsx';
import styles from './invite-card.module.css';

const t = strings.invites;

type OfMessage = Reply<'invites', 'ofMessage'>;
type Invite = NonNullable<OfMessage['invite']>;

type InviteCardProps = Omit<OfMessage, 'invite'> & { invite: Invite; threadId: string };

/** The event of a message: time, location, guests, and its current state. */
export function InviteCard({ invite, more, answering, series, ...status }: InviteCardProps) {
  const { metadata } = invite;
  // An earlier version of a series shows what it said itself.
  const shownSeries = status.superseded_by === null && status.state !== 'cancelled' ? series : null;
  const next = metadata.recurrence_id === null ? shownSeries?.next : null;
  const title = useId();
  return (
    <section className={styles['card']} data-state={status.state} aria-labelledby={title}>
      <CalendarDateIcon event={next ?? metadata} isCancelled={status.state === 'cancelled'} />
      <div className={styles['facts']}>
        <h3 className={styles['title']} id={title} dir="auto">
          {titleOf(metadata)}
        </h3>
        <InviteStatus {...status} metadata={metadata} />
        <EventFacts event={metadata} messageId={invite.message_id} series={shownSeries} />
        {metadata.warnings.length > 0 && (
          <ul className={styles['warnings']}>
            {metadata.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )}
        {more > 0 && <p className={styles['second']}>{t.more({ count: more })}</p>}
        {showsResponse(metadata, status, answering) && (
          <InviteResponse invite={invite} series={shownSeries} whyNot={answering.why_not} />
        )}
        {isUpcoming(metadata, status) && <SaveButton metadata={metadata} />}
      </div>
    </section>
  );
}

/** Whether the event can be added to a calendar. */
function isUpcoming(
  { method }: Invite['metadata'],
  { state, superseded_by }: Pick<OfMessage, 'state' | 'superseded_by'>,
): boolean {
  return state === 'current' && superseded_by === null && method !== 'REPLY' && method !== 'COUNTER';
}

/** Whether the card has a section about answering: the buttons, or why answering is not possible. */
function showsResponse(
  metadata: Invite['metadata'],
  status: Pick<OfMessage, 'state' | 'superseded_by'>,
  { can }: OfMessage['answering'],
): boolean {
  return can || (isUpcoming(metadata, status) && metadata.viewer_attendee_email !== null);
}

/** The title has the answer of a guest, because that is the purpose of such a message. */
function titleOf({ method, summary, attendees }: Invite['metadata']): string {
  const named = summary ?? t.untitled;
  const [guest] = attendees;
  const name = guest?.name ?? guest?.email;
  if (method === 'REPLY' && guest && name) return t.answered({ name, partstat: guest.partstat ?? '', summary: named });
  return method === 'COUNTER' && name ? t.countered({ name, summary: named }) : named;
}

type InviteStatusProps = Pick<OfMessage, 'state' | 'superseded_by' | 'superseded_in'> & {
  threadId: string;
  metadata: Invite['metadata'];
};

function InviteStatus({ state, superseded_by, superseded_in, threadId, metadata }: InviteStatusProps) {
  const { lens } = useThreadListData();
  const statusText = statusTextOf(state, superseded_by === null, metadata);
  if (!statusText && superseded_by === null) return null;
  const isHere = superseded_in === threadId;
  return (
    <p className={styles['became']} data-state={state}>
      {statusText}
      {superseded_in !== null && ' '}
      {superseded_in !== null && isHere && t.further}
      {superseded_in !== null && !isHere && <Link {...threadLink(lens, superseded_in)}>{t.newest}</Link>}
    </p>
  );
}

function statusTextOf(
  state: OfMessage['state'],
  isNewest: boolean,
  { is_update, this_and_future }: Invite['metadata'],
): string | undefined {
  if (isNewest && this_and_future && state === 'cancelled') return t.allLater.cancelled;
  if (!isNewest || state !== 'current') return t.became[state];
  if (this_and_future) return t.allLater.updated;
  return is_update ? t.isUpdate : undefined;
}

/** Saves the calendar file, which the calendar program of the computer opens. */
function SaveButton({ metadata: { raw_ics, summary } }: Pick<Invite, 'metadata'>) {
  if (raw_ics === null) return null;
  const name =
    (summary ?? t.untitled)
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .slice(0, 80)
      .trim() || 'event';
  const save = () => saveFile(new Blob([raw_ics], { type: 'text/calendar' }), `${name}.ics`);
  return (
    <div className={styles['acts']}>
      <Button onClick={save} title={t.saveHint}>
        <CalendarPlus aria-hidden="true" />
        {t.save}
      </Button>
    </div>
  );
}

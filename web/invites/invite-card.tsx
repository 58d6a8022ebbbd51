import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarPlus } from 'lucide-react';
import { useId } from 'react';
import type { Reply } from '../api.ts';
import type { AttachmentMeta } from '../../daemon/contract/body.ts';
import { Button } from '../design/button.tsx';
import { threadLink } from '../lens-paths.ts';
import { usePlace } from '../mailbox/place-context.ts';
import { useParts } from '../parts.ts';
import { saveFile } from '../save-file.ts';
import { strings } from '../strings.ts';
import { Answer } from './answer.tsx';
import { CalendarLeaf, EventFacts } from './event-facts.tsx';
import styles from './invite-card.module.css';
import { inviteQuery } from './queries.ts';

const words = strings.invites;

type OfMessage = Reply<'invites', 'ofMessage'>;
type Invite = NonNullable<OfMessage['invite']>;

/** Whether a message may tell of an event. */
function hasCalendar(attachments: readonly AttachmentMeta[]): boolean {
  return attachments.some(
    ({ mime_type, filename }) =>
      mime_type === 'text/calendar' || mime_type === 'application/ics' || filename.toLowerCase().endsWith('.ics'),
  );
}

type CardProps = { messageId: string; threadId: string; attachments: readonly AttachmentMeta[] };

/** The event that a message tells of: when, where and with whom it is, and what became of it since. */
export function InviteCard({ messageId, threadId, attachments }: CardProps) {
  const { api } = useParts();
  const { data } = useQuery({ ...inviteQuery(api, messageId), enabled: hasCalendar(attachments) });
  return data?.invite ? <Card {...data} invite={data.invite} threadId={threadId} /> : null;
}

type ShownProps = Omit<OfMessage, 'invite'> & { invite: Invite; threadId: string };

function Card({ invite, more, answering, ...became }: ShownProps) {
  const { metadata } = invite;
  const title = useId();
  return (
    <section className={styles['card']} data-state={became.state} aria-labelledby={title}>
      <CalendarLeaf event={metadata} isCancelled={became.state === 'cancelled'} />
      <div className={styles['facts']}>
        <h3 className={styles['title']} id={title} dir="auto">
          {titleOf(metadata)}
        </h3>
        <Became {...became} isUpdate={metadata.is_update} />
        <EventFacts event={metadata} messageId={invite.message_id} />
        {metadata.warnings.length > 0 && (
          <ul className={styles['warnings']}>
            {metadata.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )}
        {more > 0 && <p className={styles['second']}>{words.more({ count: more })}</p>}
        {mayAnswer(metadata, became, answering) && <Answer invite={invite} whyNot={answering.why_not} />}
        {isToCome(metadata, became) && <SaveButton metadata={metadata} />}
      </div>
    </section>
  );
}

/** Whether it is what one would put into a calendar. */
function isToCome(
  { method }: Invite['metadata'],
  { state, superseded_by }: Pick<OfMessage, 'state' | 'superseded_by'>,
): boolean {
  return state === 'current' && superseded_by === null && method !== 'REPLY' && method !== 'COUNTER';
}

/** Whether the guest is told of answering: that they can, or why they cannot now. */
function mayAnswer(
  metadata: Invite['metadata'],
  became: Pick<OfMessage, 'state' | 'superseded_by'>,
  { can }: OfMessage['answering'],
): boolean {
  return can || (isToCome(metadata, became) && metadata.viewer_attendee_email !== null);
}

/** What somebody answered is in the title: it is what such a message is for. */
function titleOf({ method, summary, attendees }: Invite['metadata']): string {
  const named = summary ?? words.untitled;
  const [guest] = attendees;
  const name = guest?.name ?? guest?.email;
  if (method === 'REPLY' && guest && name)
    return words.answered({ name, partstat: guest.partstat ?? '', summary: named });
  return method === 'COUNTER' && name ? words.countered({ name, summary: named }) : named;
}

type BecameProps = Pick<OfMessage, 'state' | 'superseded_by' | 'superseded_in'> & {
  threadId: string;
  isUpdate: boolean;
};

function Became({ state, superseded_by, superseded_in, threadId, isUpdate }: BecameProps) {
  const { lens } = usePlace();
  const said =
    superseded_by === null && state === 'current' ? (isUpdate ? words.isUpdate : undefined) : words.became[state];
  if (!said && superseded_by === null) return null;
  const isHere = superseded_in === threadId;
  return (
    <p className={styles['became']} data-state={state}>
      {said}
      {superseded_in !== null && ' '}
      {superseded_in !== null && isHere && words.further}
      {superseded_in !== null && !isHere && <Link {...threadLink(lens, superseded_in)}>{words.newest}</Link>}
    </p>
  );
}

/** Hands the calendar over as a file, which the calendar of the computer opens. */
function SaveButton({ metadata: { raw_ics, summary } }: Pick<Invite, 'metadata'>) {
  if (raw_ics === null) return null;
  const name =
    (summary ?? words.untitled)
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .slice(0, 80)
      .trim() || 'event';
  const save = () => saveFile(new Blob([raw_ics], { type: 'text/calendar' }), `${name}.ics`);
  return (
    <div className={styles['acts']}>
      <Button onClick={save} title={words.saveHint}>
        <CalendarPlus aria-hidden="true" />
        {words.save}
      </Button>
    </div>
  );
}

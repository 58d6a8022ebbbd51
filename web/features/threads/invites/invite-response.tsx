import { Check, CircleHelp, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Reply } from '../../../api/client.ts';
import { Button } from '../../../design/controls/button.tsx';
import { useKeys } from '../../../keyboard/use-keys.ts';
import { strings } from '../../../i18n/strings.ts';
import styles from './invite-response.module.css';
import { occurrenceDay, type Series } from './series-changes.tsx';
import { choices, useInviteResponse, type AnsweredEvent, type Choice } from './use-invite-response.ts';

const t = strings.invites.answer;

type OfMessage = Reply<'invites', 'ofMessage'>;
type Invite = NonNullable<OfMessage['invite']>;

const choiceIcons = { accept: Check, tentative: CircleHelp, decline: X };
const partstats = { accept: 'accepted', tentative: 'tentative', decline: 'declined' } as const;

type ResponseProps = { invite: Invite; series: Series | null; whyNot: string | null };

/** The buttons accept, maybe and decline, for one event of a series or for all, and the state of the answer. */
export function InviteResponse({ invite, series, whyNot }: ResponseProps) {
  const { metadata } = invite;
  const [scope, setScope] = useState<Scope>(metadata.recurrence_id === null ? 'all' : 'one');
  const one = occurrenceToAnswer(invite, series);
  const { event, viewer_partstat, own_answer: own } = answerIn(scope, invite, series);
  const { isAsking, trouble, answer, withdraw } = useInviteResponse(event);
  const [comment, setComment] = useState<string>();
  const group = useRef<HTMLDivElement>(null);
  const host = metadata.organizer?.name ?? metadata.organizer?.email ?? '';
  const choose = (choice: Choice) =>
    void answer(choice, comment ?? '').then((isGone) => isGone && setComment(undefined));
  useKeys(
    whyNot === null
      ? {
          acceptInvite: () => choose('accept'),
          maybeInvite: () => choose('tentative'),
          declineInvite: () => choose('decline'),
        }
      : {},
  );
  if (whyNot !== null) return <p className={styles['said']}>{whyNot}</p>;
  return (
    <div className={styles['answer']}>
      {one && <ScopeChoice scope={scope} day={occurrenceDay(one)} onScope={setScope} />}
      <div ref={group} className={styles['choices']} role="group" aria-label={t.label}>
        {choices.map((choice) => {
          const ChoiceIcon = choiceIcons[choice];
          return (
            <Button
              key={choice}
              aria-pressed={viewer_partstat === partstats[choice]}
              aria-disabled={isAsking}
              className={styles['choice']}
              onClick={() => choose(choice)}
            >
              <ChoiceIcon aria-hidden="true" />
              {t.choices[choice]}
            </Button>
          );
        })}
        {comment === undefined && (
          <Button look="quiet" onClick={() => setComment('')}>
            {t.addComment}
          </Button>
        )}
      </div>
      {comment !== undefined && <Comment host={host} text={comment} onText={setComment} />}
      <p className={styles['said']} role="status" data-state={own?.state}>
        {own && t.became({ state: own.state, host })}
        {own?.trouble && ` ${own.trouble}`}
        {own?.state === 'queued' && (
          <Button
            look="quiet"
            isBusy={isAsking}
            onClick={() => void withdraw(own.draft_id).then(() => group.current?.querySelector('button')?.focus())}
          >
            {t.takeBack}
          </Button>
        )}
      </p>
      {trouble !== undefined && (
        <p className={styles['trouble']} role="alert">
          {trouble}
        </p>
      )}
    </div>
  );
}

/** Whether all events of a series are answered, or one. */
type Scope = 'all' | 'one';

/** The event that can be answered alone; undefined if the event is not part of a series. */
function occurrenceToAnswer({ metadata }: Invite, series: Series | null): OccurrenceTime | undefined {
  const { recurrence_id, this_and_future, starts_at, starts_local, all_day } = metadata;
  if (!series || this_and_future) return undefined;
  if (recurrence_id === null) return series.next ?? undefined;
  return starts_at === null || starts_local === null ? undefined : { starts_at, starts_local, all_day };
}

type OccurrenceTime = Parameters<typeof occurrenceDay>[0];
type OwnAnswer = Pick<Invite, 'own_answer'> & Pick<Invite['metadata'], 'viewer_partstat'>;

/** What is answered, and the user's answer to it. */
function answerIn(scope: Scope, invite: Invite, series: Series | null): OwnAnswer & { event: AnsweredEvent } {
  const { message_id, metadata, own_answer } = invite;
  const isSeries = metadata.recurrence_id === null;
  if (scope === 'one' && isSeries && series?.next) {
    const { recurrence_id, viewer_partstat, own_answer: answer } = series.next;
    return { event: { message_id, recurrence_id }, viewer_partstat, own_answer: answer };
  }
  const whole = isSeries ? message_id : (series?.message_id ?? message_id);
  const event = { message_id: scope === 'all' ? whole : message_id };
  return { event, viewer_partstat: metadata.viewer_partstat, own_answer };
}

type ScopeProps = { scope: Scope; day: string; onScope: (scope: Scope) => void };

function ScopeChoice({ scope, day, onScope }: ScopeProps) {
  const name = useId();
  const labels = { all: t.allEvents, one: t.thisEvent({ day }) };
  return (
    <div role="radiogroup" aria-label={t.scope} className={styles['scope']}>
      {(['all', 'one'] as const).map((each) => (
        <label key={each}>
          <input type="radio" name={name} checked={scope === each} onChange={() => onScope(each)} />
          {labels[each]}
        </label>
      ))}
    </div>
  );
}

function Comment({ host, text, onText }: { host: string; text: string; onText: (text: string) => void }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  // The button that opened it takes the focus again.
  useEffect(() => field.current?.focus(), []);
  return (
    <div className={styles['comment']}>
      <label htmlFor={id}>{t.comment({ host })}</label>
      <textarea
        id={id}
        ref={field}
        rows={3}
        maxLength={5_000}
        dir="auto"
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
    </div>
  );
}

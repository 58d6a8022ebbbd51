import { Check, CircleHelp, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Reply } from '../../../api/client.ts';
import { Button } from '../../../design/controls/button.tsx';
import { useKeys } from '../../../keyboard/use-keys.ts';
import { strings } from '../../../i18n/strings.ts';
import styles from './invite-response.module.css';
import { choices, useInviteResponse, type Choice } from './use-invite-response.ts';

const t = strings.invites.answer;

type OfMessage = Reply<'invites', 'ofMessage'>;
type Invite = NonNullable<OfMessage['invite']>;

const choiceIcons = { accept: Check, tentative: CircleHelp, decline: X };
const partstats = { accept: 'accepted', tentative: 'tentative', decline: 'declined' } as const;

/** The buttons accept, maybe and decline, and the state of the answer. */
export function InviteResponse({ invite, whyNot }: { invite: Invite; whyNot: string | null }) {
  const { metadata, own_answer: own } = invite;
  const { isAsking, trouble, answer, withdraw } = useInviteResponse(invite.message_id);
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
      <div ref={group} className={styles['choices']} role="group" aria-label={t.label}>
        {choices.map((choice) => {
          const ChoiceIcon = choiceIcons[choice];
          return (
            <Button
              key={choice}
              aria-pressed={metadata.viewer_partstat === partstats[choice]}
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

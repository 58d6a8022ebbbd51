import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleHelp, Clock, type LucideIcon, Send as SendIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { AlarmClock } from 'lucide-react';
import { Button } from '../design/button.tsx';
import { Popup } from '../design/popup.tsx';
import { useMailDates } from '../settings/mail-dates.tsx';
import { usePresets } from '../snooze/snooze-menu.tsx';
import { WhenChoices } from '../snooze/when-choices.tsx';
import { strings } from '../strings.ts';
import styles from './outbox-page.module.css';
import type { Send } from './queries.ts';
import { missed, recipientWords, stateWords } from './send-words.ts';
import { useSendingActs } from './sending-acts.ts';

const words = strings.outbox;

const marks: Record<Send['state'], LucideIcon> = {
  queued: Clock,
  sending: SendIcon,
  sent: CircleCheck,
  failed: CircleAlert,
  unknown: CircleHelp,
  cancelled: Clock,
};

/** One message on its way out: to whom, how it stands, why, and what can be done. */
export function SendCard({ send, now }: { send: Send; now: Date }) {
  const { state, subject, purpose, trouble, copy, recipients } = send;
  const dates = useMailDates();
  const Mark = marks[state];
  const named = subject || strings.list.noSubject;
  // Of one alone the reason says it all.
  const lost = state === 'sent' || recipients.length > 1 ? missed(recipients) : [];
  return (
    <li className={styles['send']} data-state={lost.length > 0 && state === 'sent' ? 'partly' : state}>
      <Mark className={styles['mark']} aria-hidden="true" />
      <div className={styles['words']}>
        <p className={styles['subject']} dir="auto">
          {named}
        </p>
        <p className={styles['to']} dir="auto">
          {recipientWords(send)}
        </p>
        <p className={styles['state']}>
          {stateWords(send, now, dates)}
          {purpose !== 'mail' && ` · ${words.purposes[purpose]}`}
        </p>
        {trouble && <p className={styles['why']}>{trouble.message}</p>}
        {lost.length > 0 && (
          <ul className={styles['lost']}>
            {lost.map(({ email, reason }) => (
              <li key={email}>
                <strong dir="auto">{email}</strong>
                {reason ? `: ${reason}` : ''}
              </li>
            ))}
          </ul>
        )}
        {copy === 'failed' && <p className={styles['why']}>{words.noCopy}</p>}
      </div>
      <div className={styles['acts']}>
        <Acts send={send} named={named} />
      </div>
    </li>
  );
}

function Acts({ send, named }: { send: Send; named: string }): ReactNode {
  const acts = useSendingActs();
  const act = (label: string, run: () => unknown, look?: 'primary' | 'quiet') => (
    <Button look={look ?? 'plain'} aria-label={words.actOn({ act: label, subject: named })} onClick={() => void run()}>
      {label}
    </Button>
  );
  switch (send.state) {
    case 'queued':
      if (send.timing === 'held' && !send.trouble) return act(words.undo, () => acts.edit(send));
      return (
        <>
          {send.trouble ? act(words.tryNow, () => acts.retry(send)) : act(words.sendNow, () => acts.retry(send))}
          {send.timing === 'scheduled' && <Reschedule send={send} named={named} />}
          {send.can_cancel && act(words.takeBack, () => acts.takeBack(send), 'quiet')}
        </>
      );
    case 'failed':
      return send.purpose === 'mail' ? (
        <>
          {act(words.edit, () => acts.edit(send))}
          {send.trouble?.retryable !== false && act(words.sendAgain, () => acts.retry(send), 'quiet')}
        </>
      ) : (
        act(words.sendAgain, () => acts.retry(send))
      );
    case 'unknown':
      return (
        <>
          {act(words.arrived, () => acts.settle(send))}
          {act(words.notArrived, () => acts.reset(send))}
          <Link to="/search" search={{ q: `in:sent ${quoted(send.subject)}` }} className={styles['look']}>
            {words.lookInSent}
          </Link>
        </>
      );
    case 'sending':
    case 'sent':
    case 'cancelled':
      return null;
  }
}

function quoted(subject: string): string {
  return subject ? `subject:"${subject.replaceAll('"', ' ')}"` : '';
}

function Reschedule({ send, named }: { send: Send; named: string }) {
  const { reschedule } = useSendingActs();
  const { presets, hours, trouble } = usePresets();
  return (
    <Popup
      name={words.anotherTime}
      trigger={
        <Button look="quiet" aria-label={words.actOn({ act: words.anotherTime, subject: named })}>
          <AlarmClock />
          {words.anotherTime}
        </Button>
      }
    >
      {(close) => (
        <WhenChoices
          label={words.anotherTime}
          presets={presets}
          hours={hours}
          trouble={trouble}
          onChoose={(at) => {
            close();
            void reschedule(send, at);
          }}
        />
      )}
    </Popup>
  );
}

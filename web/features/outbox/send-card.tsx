import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleHelp, Clock, type LucideIcon, Send as SendIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { AlarmClock } from 'lucide-react';
import { Button } from '../../design/controls/button.tsx';
import { PopoverPanel } from '../../design/overlays/popover.tsx';
import { useMailDates } from '../../data/settings/mail-dates.tsx';
import { usePresets } from '../../data/snooze/snooze-menu.tsx';
import { TimePicker } from '../../data/snooze/time-picker.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './outbox-page.module.css';
import { isLate, type Send } from '../../data/queries/outbox.ts';
import { undeliveredOf, describeRecipients, describeState } from './send-text.ts';
import { useSendActions } from './use-send-actions.ts';

const t = strings.outbox;

const stateIcons: Record<Send['state'], LucideIcon> = {
  queued: Clock,
  sending: SendIcon,
  sent: CircleCheck,
  failed: CircleAlert,
  unknown: CircleHelp,
  cancelled: Clock,
};

/** A send with its recipients, its state, the reason, and its actions. */
export function SendCard({ send, now }: { send: Send; now: Date }) {
  const { state, subject, purpose, trouble, copy, recipients } = send;
  const dates = useMailDates();
  const StateIcon = stateIcons[state];
  const named = subject || strings.list.noSubject;
  // For a single recipient the reason is sufficient.
  const undelivered = state === 'sent' || recipients.length > 1 ? undeliveredOf(recipients) : [];
  return (
    <li className={styles['send']} data-state={undelivered.length > 0 && state === 'sent' ? 'partly' : state}>
      <StateIcon className={styles['mark']} aria-hidden="true" />
      <div className={styles['words']}>
        <p className={styles['subject']} dir="auto">
          {named}
        </p>
        <p className={styles['to']} dir="auto">
          {describeRecipients(send)}
        </p>
        <p className={styles['state']}>
          {describeState(send, now, dates)}
          {purpose !== 'mail' && ` · ${t.purposes[purpose]}`}
        </p>
        {trouble && <p className={styles['why']}>{trouble.message}</p>}
        {undelivered.length > 0 && (
          <ul className={styles['lost']}>
            {undelivered.map(({ email, reason }) => (
              <li key={email}>
                <strong dir="auto">{email}</strong>
                {reason ? `: ${reason}` : ''}
              </li>
            ))}
          </ul>
        )}
        {copy === 'failed' && <p className={styles['why']}>{t.noCopy}</p>}
      </div>
      <div className={styles['acts']}>
        <SendActions send={send} named={named} />
      </div>
    </li>
  );
}

function SendActions({ send, named }: { send: Send; named: string }): ReactNode {
  const actions = useSendActions();
  const actionButton = (label: string, run: () => unknown, look?: 'primary' | 'quiet') => (
    <Button look={look ?? 'plain'} aria-label={t.actOn({ act: label, subject: named })} onClick={() => void run()}>
      {label}
    </Button>
  );
  switch (send.state) {
    case 'queued':
      if (send.timing === 'held' && !send.trouble) return actionButton(t.undo, () => actions.edit(send));
      return (
        <>
          {send.trouble
            ? actionButton(t.tryNow, () => actions.retry(send))
            : actionButton(t.sendNow, () => actions.retry(send))}
          {send.timing === 'scheduled' && <Reschedule send={send} named={named} />}
          {send.can_cancel && actionButton(t.takeBack, () => actions.cancelSend(send), 'quiet')}
        </>
      );
    case 'failed':
      if (isLate(send))
        return (
          <>
            {actionButton(t.sendNow, () => actions.retry(send))}
            <Reschedule send={send} named={named} />
            {actionButton(t.discard, () => actions.discard(send), 'quiet')}
          </>
        );
      return send.purpose === 'mail' ? (
        <>
          {actionButton(t.edit, () => actions.edit(send))}
          {send.trouble?.retryable !== false && actionButton(t.sendAgain, () => actions.retry(send), 'quiet')}
        </>
      ) : (
        actionButton(t.sendAgain, () => actions.retry(send))
      );
    case 'unknown':
      return (
        <>
          {actionButton(t.arrived, () => actions.resolve(send))}
          {actionButton(t.notArrived, () => actions.reset(send))}
          <Link to="/search" search={{ q: `in:sent ${quoted(send.subject)}` }} className={styles['look']}>
            {t.lookInSent}
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
  const { reschedule } = useSendActions();
  const times = usePresets();
  return (
    <PopoverPanel
      name={t.anotherTime}
      trigger={
        <Button look="quiet" aria-label={t.actOn({ act: t.anotherTime, subject: named })}>
          <AlarmClock />
          {t.anotherTime}
        </Button>
      }
    >
      {(close) => (
        <TimePicker
          label={t.anotherTime}
          {...times}
          onChoose={(at) => {
            close();
            void reschedule(send, at);
          }}
        />
      )}
    </PopoverPanel>
  );
}

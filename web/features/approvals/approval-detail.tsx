import { Link } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Approval } from '../../data/queries/approvals.ts';
import { useMailDates } from '../../data/settings/mail-dates.tsx';
import { Button } from '../../design/controls/button.tsx';
import { Kbd } from '../../design/controls/kbd.tsx';
import { useNow } from '../../design/use-now.ts';
import { formatMomentShort } from '../../i18n/upcoming-dates.ts';
import { strings } from '../../i18n/strings.ts';
import { actionText, fieldName, outcomeText } from './approval-texts.ts';
import styles from './approvals-page.module.css';
import { DeclineDialog } from './decline-dialog.tsx';
import { MessagePreview } from './message-preview.tsx';
import { useChoiceKeys } from '../../keyboard/use-choice-keys.ts';
import { useDecisions } from './use-decisions.ts';

const t = strings.approvals;

/** A request with all that it would do, and the decision. */
export function ApprovalDetail({ approval }: { approval: Approval }) {
  const { caller_name, reason, content, expires_at, status } = approval;
  const dates = useMailDates();
  const now = useNow();
  const isWaiting = status === 'pending';
  return (
    <article className={styles['detail']} aria-labelledby="approval-title">
      <header className={styles['head']}>
        <Bot aria-hidden="true" />
        <h2 id="approval-title" dir="auto">
          {t.wants({ caller: caller_name, what: actionText(approval) })}
        </h2>
        {isWaiting && (
          <p>{t.expires({ when: dates.short(new Date(expires_at), formatMomentShort(new Date(expires_at), now)) })}</p>
        )}
      </header>
      <dl className={styles['facts']}>
        <Fact name={t.reason}>{reason === null ? <span>{t.noReason}</span> : <q dir="auto">{reason}</q>}</Fact>
        {content.details.map(({ name, value }) => (
          <Fact key={name} name={fieldName(name)}>
            <span dir="auto">{value}</span>
          </Fact>
        ))}
        {content.mail_count > 0 && (
          <Fact name={t.mail}>
            <MailList content={content} />
          </Fact>
        )}
      </dl>
      {content.messages.map((message, at) => (
        <MessagePreview key={at} message={message} changedFrom={content.changed_from} />
      ))}
      {isWaiting ? <Decision approval={approval} /> : <Outcome approval={approval} />}
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function MailList({ content: { mail, mail_count } }: Pick<Approval, 'content'>) {
  return (
    <ul className={styles['mail']} role="list">
      {mail.map(({ message_id, thread_id, subject, sender }) => (
        <li key={message_id}>
          <Link to="/all/m/$threadId" params={{ threadId: thread_id }} dir="auto">
            {subject || strings.list.noSubject}
          </Link>
          <span dir="auto">{sender}</span>
        </li>
      ))}
      {mail_count > mail.length && <li>{t.moreMail({ count: mail_count - mail.length })}</li>}
    </ul>
  );
}

function Decision({ approval }: { approval: Approval }) {
  const { action, caller_name, content } = approval;
  const { approve, decline } = useDecisions();
  const [isBusy, setIsBusy] = useState(false);
  const [isDeclining, setIsDeclining] = useState(false);
  const isSend = action === 'send';

  async function runApprove(): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    await approve(approval);
    setIsBusy(false);
  }

  function answer(reason: string | undefined): void {
    setIsDeclining(false);
    if (reason !== undefined) void decline(approval, reason);
  }

  useChoiceKeys({ a: () => void runApprove(), x: () => setIsDeclining(true) });
  return (
    <footer className={styles['decision']}>
      <Button look="primary" aria-keyshortcuts="a" isBusy={isBusy} onClick={() => void runApprove()}>
        {isSend ? t.approveSend : t.approve} <Kbd>a</Kbd>
      </Button>
      <Button aria-keyshortcuts="x" onClick={() => setIsDeclining(true)}>
        {t.decline} <Kbd>x</Kbd>
      </Button>
      {content.draft_id !== null && (
        <Link to="/drafts" className={styles['edit']}>
          {t.toDrafts}
        </Link>
      )}
      {isSend && content.draft_id !== null && <p>{t.canUndo}</p>}
      {isDeclining && <DeclineDialog caller={caller_name} onAnswer={answer} />}
    </footer>
  );
}

function Outcome({ approval }: { approval: Approval }) {
  const dates = useMailDates();
  const now = useNow();
  const at = approval.ended_at ?? approval.decided_at;
  return (
    <footer className={styles['decision']}>
      <p role="status">
        <strong>{outcomeText(approval)}</strong>{' '}
        {at && <time dateTime={at}>{dates.short(new Date(at), formatMomentShort(new Date(at), now))}</time>}
      </p>
    </footer>
  );
}

import { Link } from '@tanstack/react-router';
import { Check, CircleAlert, type LucideIcon, PencilLine, Send, X } from 'lucide-react';
import type { Approval } from '../../data/queries/approvals.ts';
import { useMailDates } from '../../data/settings/mail-dates.tsx';
import { useNow } from '../../design/use-now.ts';
import { formatMomentShort } from '../../i18n/upcoming-dates.ts';
import { strings } from '../../i18n/strings.ts';
import { actionText, outcomeText } from './approval-texts.ts';
import styles from './approvals-page.module.css';

const t = strings.approvals;

/** The icons of what was decided; what waits has that of its action. */
const endIcons: Record<Exclude<Approval['status'], 'pending'>, LucideIcon> = {
  approved: Check,
  running: Check,
  done: Check,
  failed: CircleAlert,
  unknown: CircleAlert,
  declined: X,
  withdrawn: X,
  outdated: X,
  expired: X,
};
const waitingIcons: Record<Approval['action'], LucideIcon> = { send: Send, change: PencilLine, operate: PencilLine };

/** One request in the list: what it is, whose it is, and how it ended. */
export function ApprovalRow({ approval, isOpen }: { approval: Approval; isOpen: boolean }) {
  const { approval_id, caller_name, status, action, reason, content, requested_at } = approval;
  const dates = useMailDates();
  const now = useNow();
  const Icon = status === 'pending' ? waitingIcons[action] : endIcons[status];
  const what = actionText(approval);
  const about = reason ?? content.messages[0]?.subject ?? content.mail[0]?.subject;
  return (
    <li>
      <Link
        to="/approvals"
        search={{ id: approval_id }}
        className={styles['row']}
        data-approval={approval_id}
        data-status={status}
        data-open={isOpen || undefined}
        aria-current={isOpen ? 'true' : undefined}
      >
        <Icon aria-hidden="true" />
        <span className={styles['what']}>{what}</span>
        <time dateTime={requested_at}>
          {dates.short(new Date(requested_at), formatMomentShort(new Date(requested_at), now))}
        </time>
        <span className={styles['about']} dir="auto">
          {status === 'pending' ? t.about({ caller: caller_name, about: about ?? '' }) : outcomeText(approval)}
        </span>
      </Link>
    </li>
  );
}

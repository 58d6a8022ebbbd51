import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { AlarmClock, Reply, SendHorizontal } from 'lucide-react';
import type { SidebarItem } from '../../../daemon/contract/shell.ts';
import { draftsQuery } from '../../data/queries/drafts.ts';
import { outboxQuery } from '../../data/queries/outbox.ts';
import { replyLaterQuery } from '../../data/queries/reply-later.ts';
import { useServices } from '../../data/services.ts';
import { outboxCounts } from '../../features/outbox/send-groups.ts';
import { strings } from '../../i18n/strings.ts';
import { SidebarEntry } from '../../data/navigation/sidebar-item.tsx';
import styles from '../../data/navigation/sidebar.module.css';
import { LaterEntry } from './later-entry.tsx';
import { OccasionalEntries } from '../lazy-components.ts';
import { mailboxIcons } from './mailbox-icons.ts';
import { Mailbox } from './mailboxes-section.tsx';

type DraftsAndLaterProps = {
  /** The mailbox of sent mail, if there is one. */
  sent: SidebarItem | undefined;
  onGo: (() => void) | undefined;
};

/**
 * What the user wrote and what is kept for later. The entries that are always there come first. Snoozed mail asks for nothing, so it has no count.
 */
export function DraftsAndLaterSection({ sent, onGo }: DraftsAndLaterProps) {
  return (
    <div role="group" className={styles['section']} aria-label={strings.sidebar.writing}>
      <ul>
        <Drafts onGo={onGo} />
        <Outbox onGo={onGo} />
        {sent && (
          <li>
            <Mailbox item={sent} onGo={onGo} />
          </li>
        )}
        <LaterEntry list="snoozed" icon={AlarmClock} count={0} onGo={onGo} />
        <ReplyLater onGo={onGo} />
        <OccasionalEntries onGo={onGo} />
      </ul>
    </div>
  );
}

type EntryProps = { onGo: (() => void) | undefined };

function ReplyLater({ onGo }: EntryProps) {
  const { api } = useServices();
  const count = useQuery(replyLaterQuery(api)).data?.messages.length ?? 0;
  return <LaterEntry list="reply-later" icon={Reply} count={count} onGo={onGo} />;
}

function Drafts({ onGo }: EntryProps) {
  const { api } = useServices();
  const drafts = useQuery(draftsQuery(api)).data?.drafts.length ?? 0;
  return (
    <li>
      <SidebarEntry
        link={linkOptions({ to: '/drafts' })}
        name={strings.drafts.title}
        icon={mailboxIcons['drafts']}
        count={drafts}
        countLabel={strings.drafts.count({ count: drafts })}
        onClick={onGo}
      />
    </li>
  );
}

function Outbox({ onGo }: EntryProps) {
  const { api } = useServices();
  const { needsAttention, onTheWay } = outboxCounts(useQuery(outboxQuery(api)).data?.sends ?? []);
  return (
    <li>
      <SidebarEntry
        link={linkOptions({ to: '/outbox' })}
        name={strings.outbox.title}
        icon={SendHorizontal}
        count={needsAttention > 0 ? needsAttention : onTheWay}
        countLabel={
          needsAttention > 0
            ? strings.outbox.asking({ count: needsAttention })
            : strings.outbox.count({ count: onTheWay })
        }
        onClick={onGo}
      />
    </li>
  );
}

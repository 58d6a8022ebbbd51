import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { Package, SendHorizontal } from 'lucide-react';
import type { SidebarItem } from '../../../daemon/contract/shell.ts';
import { deliveriesQuery } from '../../data/queries/deliveries.ts';
import { draftsQuery } from '../../data/queries/drafts.ts';
import { upcomingQuery } from '../../data/queries/invites.ts';
import { outboxQuery } from '../../data/queries/outbox.ts';
import { remindersQuery } from '../../data/queries/reminders.ts';
import { replyLaterQuery } from '../../data/queries/reply-later.ts';
import { lensLink } from '../../data/lens-links.ts';
import { useServices } from '../../data/services.ts';
import { outboxCounts } from '../../features/outbox/send-groups.ts';
import { strings } from '../../i18n/strings.ts';
import { SidebarEntry } from '../../data/navigation/sidebar-item.tsx';
import styles from '../../data/navigation/sidebar.module.css';
import type { LaterList } from '../../data/lens.ts';
import { laterIcons } from './later-icons.ts';
import { ScreenerEntry } from './lazy-entries.ts';
import { Mailbox, mailboxIcons } from './mailboxes-section.tsx';

const t = strings.later;
type DraftsAndLaterProps = {
  /** The mailbox of sent mail, if there is one. */
  sent: SidebarItem | undefined;
  onGo: (() => void) | undefined;
};

/**
 * What the user wrote and what is kept for later. The first entries have a fixed place; reminders, invitations and
 * deliveries are shown if there are any. Snoozed mail asks for nothing, so it has no count.
 */
export function DraftsAndLaterSection({ sent, onGo }: DraftsAndLaterProps) {
  const { api } = useServices();
  const { data: queue } = useQuery(replyLaterQuery(api));
  const { data: reminders } = useQuery(remindersQuery(api));
  const { data: upcoming } = useQuery(upcomingQuery(api));
  const deliveries = useQuery(deliveriesQuery(api, 'active')).data?.deliveries.length ?? 0;
  const events = upcoming?.invites.length ?? 0;
  const waiting = reminders?.reminders.filter(({ fired_at }) => fired_at === null).length ?? 0;
  const lists: { list: LaterList; count: number }[] = [
    { list: 'snoozed', count: 0 },
    { list: 'reply-later', count: queue?.messages.length ?? 0 },
    ...(reminders && reminders.reminders.length > 0 ? [{ list: 'reminders' as const, count: waiting }] : []),
    ...(events > 0 ? [{ list: 'invites' as const, count: events }] : []),
  ];
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
        {lists.map(({ list, count }) => (
          <li key={list}>
            <SidebarEntry
              link={lensLink({ kind: 'later', list })}
              name={t.places[list]}
              icon={laterIcons[list]}
              count={count}
              countLabel={t.counts[list]({ count })}
              onClick={onGo}
            />
          </li>
        ))}
        {deliveries > 0 && (
          <li>
            <SidebarEntry
              link={linkOptions({ to: '/deliveries', search: {} })}
              name={strings.deliveries.title}
              icon={Package}
              count={deliveries}
              countLabel={strings.deliveries.count({ count: deliveries })}
              onClick={onGo}
            />
          </li>
        )}
        <ScreenerEntry onGo={onGo} />
      </ul>
    </div>
  );
}

type EntryProps = { onGo: (() => void) | undefined };

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

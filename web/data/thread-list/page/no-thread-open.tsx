import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { BellRing, CalendarDays, Inbox, type LucideIcon, Reply, SendHorizontal } from 'lucide-react';
import { useNow } from '../../../design/use-now.ts';
import { formatLongDay } from '../../../i18n/formats.ts';
import { strings } from '../../../i18n/strings.ts';
import { lensLink } from '../../lens-links.ts';
import type { SidebarLink } from '../../navigation/sidebar-item.tsx';
import { upcomingQuery } from '../../queries/invites.ts';
import { shellQuery } from '../../queries/mail.ts';
import { outboxQuery } from '../../queries/outbox.ts';
import { remindersQuery } from '../../queries/reminders.ts';
import { replyLaterQuery } from '../../queries/reply-later.ts';
import { useServices } from '../../services.ts';
import styles from './no-thread-open.module.css';

const t = strings.today;

/** The reader of a wide window without an open conversation: what asks for something today. */
export function NoThreadOpen() {
  const now = useNow();
  const items = useTodaysItems(now);
  return (
    <div className={styles['panel']}>
      <h2 className={styles['title']}>{formatLongDay(now)}</h2>
      {items.length > 0 ? (
        <ul className={styles['items']}>
          {items.map(({ key, Icon, text, link }) => (
            <li key={key}>
              <Link {...link} className={styles['item']}>
                <Icon aria-hidden="true" />
                {text}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p>{t.nothing}</p>
      )}
      <div className={styles['hint']}>
        <p>{strings.reader.nothingOpen}</p>
        <p>{strings.reader.nothingOpenHint}</p>
      </div>
    </div>
  );
}

type Item = { key: string; count: number; Icon: LucideIcon; text: string; link: SidebarLink };

function useTodaysItems(now: Date): Item[] {
  const { api } = useServices();
  const inbox = useQuery(shellQuery(api))
    .data?.sidebar.sections.flatMap((section) => section.items)
    .find(({ role }) => role === 'inbox');
  const reminders = useQuery(remindersQuery(api)).data?.reminders ?? [];
  const sends = useQuery(outboxQuery(api)).data?.sends ?? [];
  const queue = useQuery(replyLaterQuery(api)).data?.messages ?? [];
  const events = useQuery(upcomingQuery(api)).data?.invites ?? [];
  const isToday = (instant: string) => new Date(instant).toDateString() === now.toDateString();
  const unread = inbox?.unread ?? 0;
  const due = reminders.filter(({ fired_at, remind_at }) => fired_at === null && isToday(remind_at)).length;
  const scheduled = sends.filter(
    ({ state, timing, due_at }) => state === 'queued' && timing === 'scheduled' && isToday(due_at),
  ).length;
  const invitations = events.filter(({ metadata: { starts_at } }) => starts_at !== null && isToday(starts_at)).length;
  const later = (list: 'reminders' | 'reply-later' | 'invites') => lensLink({ kind: 'later', list });
  const items: Item[] = [
    { key: 'unread', count: unread, Icon: Inbox, text: t.unread({ count: unread }), link: lensLink({ kind: 'inbox' }) },
    {
      key: 'events',
      count: invitations,
      Icon: CalendarDays,
      text: t.events({ count: invitations }),
      link: later('invites'),
    },
    { key: 'due', count: due, Icon: BellRing, text: t.reminders({ count: due }), link: later('reminders') },
    {
      key: 'replies',
      count: queue.length,
      Icon: Reply,
      text: t.replies({ count: queue.length }),
      link: later('reply-later'),
    },
    {
      key: 'sends',
      count: scheduled,
      Icon: SendHorizontal,
      text: t.sends({ count: scheduled }),
      link: linkOptions({ to: '/outbox' }),
    },
  ];
  return items.filter(({ count }) => count > 0);
}

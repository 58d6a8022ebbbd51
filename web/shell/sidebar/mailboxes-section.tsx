import { useLocation, useRouter } from '@tanstack/react-router';
import { ChevronDown, type LucideIcon, ShieldQuestion, Tag, Truck } from 'lucide-react';
import { useEffect, useId } from 'react';
import { classes } from '../../design/controls/button.tsx';
import type { SidebarItem } from '../../../daemon/contract/shell.ts';
import type { MailActions } from '../../data/mutations/mail-actions.ts';
import { useMailActions } from '../../data/services.ts';
import { lensLink } from '../../data/lens-links.ts';
import type { RailEntry } from '../../data/queries/modes.ts';
import { strings } from '../../i18n/strings.ts';
import { describeChord } from '../../keyboard/key-names.ts';
import { keyFor } from '../../keyboard/use-keys.ts';
import { mailboxName } from '../../data/navigation/mailbox-names.ts';
import { MorePages } from '../lazy-components.ts';
import { AccountInboxes, useInboxes } from './account-inboxes.tsx';
import { CollapseButton } from '../../data/navigation/collapsible-section.tsx';
import { useCollapsed } from '../../data/navigation/collapsed-sections.ts';
import { linkOf } from './item-link.ts';
import { useRail, useRailPages } from './rail.ts';
import { mailboxIcons } from './mailbox-icons.ts';
import { railIcons } from './rail-icons.ts';
import type { RowDropHandler } from '../../data/selection/row-drop.ts';
import { SidebarEntry } from '../../data/navigation/sidebar-item.tsx';
import styles from '../../data/navigation/sidebar.module.css';

/** The pages of the rail that are neither mailboxes nor lists of what is kept for later. */
const pageIcons: Record<string, LucideIcon> = { screener: ShieldQuestion, deliveries: Truck };

type MailboxesProps = { items: readonly SidebarItem[]; onGo: (() => void) | undefined };

/** Now, the modes and the inbox; below the inbox those of each account, if there are several. */
export function RailSection({ inbox, onGo }: { inbox: SidebarItem | undefined; onGo: (() => void) | undefined }) {
  const { entries } = useRail();
  const mailActions = useMailActions();
  return (
    <div role="group" className={styles['section']} aria-label={strings.sidebar.mailboxes}>
      <ul>
        {entries.map(({ id, count = 0, badge = count, early_note }) =>
          id === 'inbox' ? (
            inbox && <InboxItem key={id} item={inbox} onGo={onGo} />
          ) : (
            <li key={id}>
              <SidebarEntry
                link={lensLink(id === 'now' ? { kind: 'now' } : { kind: 'mode', mode: id })}
                name={strings.modes.names[id]}
                title={early_note ?? titleOf(id)}
                icon={railIcons[id]}
                count={badge}
                countLabel={strings.modes.needYou({ count: badge })}
                onDropRows={id === 'archive' ? dropHandlerOf(id, mailActions) : undefined}
                onClick={onGo}
              />
            </li>
          ),
        )}
      </ul>
    </div>
  );
}

/** The name of a place of the rail with its key. */
function titleOf(id: Exclude<RailEntry['id'], 'inbox'>): string {
  const key = keyFor(id === 'archive' ? 'records' : id);
  return strings.acting.keyed({ name: strings.modes.names[id], key: describeChord(key) });
}

/** Mailboxes that are rarely opened, below a button. The open one is always visible. */
export function MoreMailboxes({ items, onGo }: MailboxesProps) {
  const [isCollapsed, toggle] = useCollapsed('more', true);
  const { pathname } = useLocation();
  const router = useRouter();
  const id = useId();
  const isOpen = (item: SidebarItem) => {
    const link = linkOf(item);
    return link !== undefined && router.buildLocation(link).pathname === pathname;
  };
  const visible = isCollapsed ? items.filter(isOpen) : items;
  // The other links of the rail are mailboxes, or are in the section above.
  const railPages = useRailPages().filter(({ id }) => id in pageIcons);
  const pages = isCollapsed
    ? railPages.filter(({ link }) => router.buildLocation(link).pathname === pathname)
    : railPages;
  return (
    <div role="group" className={classes(styles['section'], styles['rest'])} aria-label={strings.sidebar.more}>
      <button type="button" className={styles['item']} aria-expanded={!isCollapsed} aria-controls={id} onClick={toggle}>
        <ChevronDown className={styles['icon']} aria-hidden="true" />
        <span className={styles['name']}>{strings.sidebar.more}</span>
      </button>
      <ul id={id}>
        {pages.map((page) => (
          <li key={page.id}>
            <SidebarEntry
              link={page.link}
              name={page.name}
              icon={pageIcons[page.id] ?? Tag}
              detail={page.note}
              count={0}
              countLabel=""
              onClick={onGo}
            />
          </li>
        ))}
        {visible.map((item) => (
          <li key={item.id}>
            <Mailbox item={item} onGo={onGo} />
          </li>
        ))}
        {!isCollapsed && <MorePages onGo={onGo} />}
      </ul>
    </div>
  );
}

type MailboxProps = { item: SidebarItem; onGo: (() => void) | undefined };

/** How many accounts' inboxes this browser showed last. */
const inboxCountKey = 'posthorn.inboxes';

const inboxHeightPx = 36;

function InboxItem({ item, onGo }: MailboxProps) {
  const inboxes = useInboxes();
  const count = inboxes?.length;
  useEffect(() => {
    if (count !== undefined) localStorage.setItem(inboxCountKey, String(count));
  }, [count]);
  // Until the inboxes are read they have their place, so that nothing below them moves.
  const room = count ?? Number(localStorage.getItem(inboxCountKey));
  const [isCollapsed, toggle] = useCollapsed('accounts');
  const id = useId();
  return (
    <li className={styles['branch']}>
      {inboxes && inboxes.length > 1 && (
        <CollapseButton
          name={strings.sidebar.accounts}
          isCollapsed={isCollapsed}
          controls={isCollapsed ? undefined : id}
          onToggle={toggle}
        />
      )}
      <Mailbox item={item} onGo={onGo} />
      {room > 1 && !isCollapsed && (
        <div style={{ minHeight: room * inboxHeightPx }}>
          {inboxes && <AccountInboxes id={id} inboxes={inboxes} onGo={onGo} />}
        </div>
      )}
    </li>
  );
}

/** A mailbox of all accounts. Only the inbox has a count, because only it asks for something. */
export function Mailbox({ item, onGo }: MailboxProps) {
  const mailActions = useMailActions();
  const link = linkOf(item);
  if (!link) return null;
  const count = item.role === 'inbox' ? item.unread : 0;
  return (
    <SidebarEntry
      link={link}
      name={mailboxName(item)}
      icon={mailboxIcons[item.role ?? item.lens.kind] ?? Tag}
      count={count}
      countLabel={strings.sidebar.unread({ count })}
      onDropRows={dropHandlerOf(item.role, mailActions)}
      onClick={onGo}
    />
  );
}

/** The effect of dropping mail on a mailbox; mailboxes that only the daemon fills accept nothing. */
function dropHandlerOf(role: string | null, mailActions: MailActions): RowDropHandler | undefined {
  switch (role) {
    case 'inbox':
      return (threads) => void mailActions.move({ threads }, strings.places.inbox);
    case 'archive':
      return (threads) => void mailActions.archive({ threads });
    case 'trash':
      return (threads) => void mailActions.trash({ threads });
    case 'spam':
      return (threads) => void mailActions.spam({ threads });
    case 'starred':
      return (threads) => void mailActions.star({ threads }, true);
    default:
      return undefined;
  }
}

import { useQuery } from '@tanstack/react-query';
import {
  Archive,
  CircleAlert,
  File,
  Inbox,
  Layers,
  type LucideIcon,
  Newspaper,
  Send,
  Star,
  Tag,
  Trash2,
} from 'lucide-react';
import { useId } from 'react';
import type { SidebarItem } from '../../../daemon/contract/shell.ts';
import { draftsQuery } from '../../data/queries/drafts.ts';
import type { MailActions } from '../../data/mutations/mail-actions.ts';
import { useServices, useMailActions } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { mailboxName } from '../../data/navigation/mailbox-names.ts';
import { AccountInboxes, useInboxes } from './account-inboxes.tsx';
import { CollapseButton } from '../../data/navigation/collapsible-section.tsx';
import { useCollapsed } from '../../data/navigation/collapsed-sections.ts';
import { linkOf } from './item-link.ts';
import type { RowDropHandler } from '../../data/selection/row-drop.ts';
import { SidebarEntry } from '../../data/navigation/sidebar-item.tsx';
import styles from '../../data/navigation/sidebar.module.css';

/** By the role of a mailbox, or the list it shows. */
export const mailboxIcons: Record<string, LucideIcon> = {
  inbox: Inbox,
  starred: Star,
  sent: Send,
  drafts: File,
  spam: CircleAlert,
  trash: Trash2,
  archive: Archive,
  all_mail: Layers,
  subscription: Newspaper,
  important: Tag,
};

type MailboxesProps = { items: readonly SidebarItem[]; onGo: (() => void) | undefined };

/** The mailboxes of all accounts; below the inbox those of each account, if there are several. */
export function MailboxesSection({ items, onGo }: MailboxesProps) {
  return (
    <section className={styles['section']} aria-label={strings.sidebar.mailboxes}>
      <ul>
        {items.map((item) =>
          item.role === 'inbox' ? (
            <InboxItem key={item.id} item={item} onGo={onGo} />
          ) : (
            <li key={item.id}>
              <Mailbox item={item} onGo={onGo} />
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

type MailboxProps = { item: SidebarItem; onGo: (() => void) | undefined };

function InboxItem({ item, onGo }: MailboxProps) {
  const inboxes = useInboxes();
  const [isCollapsed, toggle] = useCollapsed('accounts');
  const id = useId();
  return (
    <li className={styles['branch']}>
      {inboxes.length > 1 && (
        <CollapseButton
          name={strings.sidebar.accounts}
          isCollapsed={isCollapsed}
          controls={isCollapsed ? undefined : id}
          onToggle={toggle}
        />
      )}
      <Mailbox item={item} onGo={onGo} />
      {inboxes.length > 1 && !isCollapsed && <AccountInboxes id={id} inboxes={inboxes} onGo={onGo} />}
    </li>
  );
}

function Mailbox({ item, onGo }: MailboxProps) {
  const mailActions = useMailActions();
  const { api } = useServices();
  const drafts = useQuery(draftsQuery(api)).data?.drafts.length ?? 0;
  const link = linkOf(item);
  if (!link) return null;
  const isDrafts = item.role === 'drafts';
  return (
    <SidebarEntry
      link={link}
      name={mailboxName(item)}
      icon={mailboxIcons[item.role ?? item.lens.kind] ?? Tag}
      count={isDrafts ? drafts : item.unread}
      countLabel={isDrafts ? strings.drafts.count({ count: drafts }) : strings.sidebar.unread({ count: item.unread })}
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

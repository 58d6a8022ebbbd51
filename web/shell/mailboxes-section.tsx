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
import type { SidebarItem } from '../../daemon/contract/shell.ts';
import { draftsQuery } from '../drafts/queries.ts';
import { type Acts, useActs } from '../mutations/acts.ts';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { placeName } from './place-names.ts';
import { AccountInboxes, useInboxes } from './account-inboxes.tsx';
import { FoldMark } from './fold.tsx';
import { useFold } from './folds.ts';
import { linkOf } from './item-link.ts';
import type { Take } from './row-drop.ts';
import { SidebarPlace } from './sidebar-item.tsx';
import styles from './sidebar.module.css';

/** By what a mailbox is for, or the list it shows. */
export const placeIcons: Record<string, LucideIcon> = {
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

/** The mailboxes of all accounts; below the inbox those of each, where there are several. */
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
  const [isFolded, toggle] = useFold('accounts');
  const id = useId();
  return (
    <li className={styles['branch']}>
      {inboxes.length > 1 && (
        <FoldMark
          name={strings.sidebar.accounts}
          isFolded={isFolded}
          controls={isFolded ? undefined : id}
          onToggle={toggle}
        />
      )}
      <Mailbox item={item} onGo={onGo} />
      {inboxes.length > 1 && !isFolded && <AccountInboxes id={id} inboxes={inboxes} onGo={onGo} />}
    </li>
  );
}

function Mailbox({ item, onGo }: MailboxProps) {
  const acts = useActs();
  const { api } = useParts();
  const drafts = useQuery(draftsQuery(api)).data?.drafts.length ?? 0;
  const link = linkOf(item);
  if (!link) return null;
  const isDrafts = item.role === 'drafts';
  return (
    <SidebarPlace
      link={link}
      name={placeName(item)}
      icon={placeIcons[item.role ?? item.lens.kind] ?? Tag}
      count={isDrafts ? drafts : item.unread}
      countWords={isDrafts ? strings.drafts.count({ count: drafts }) : strings.sidebar.unread({ count: item.unread })}
      take={takeOf(item.role, acts)}
      onClick={onGo}
    />
  );
}

/** What dropping on a mailbox does; nothing can be dropped on what mail gets into by itself. */
function takeOf(role: string | null, acts: Acts): Take | undefined {
  switch (role) {
    case 'inbox':
      return (threads) => void acts.move({ threads }, strings.places.inbox);
    case 'archive':
      return (threads) => void acts.archive({ threads });
    case 'trash':
      return (threads) => void acts.trash({ threads });
    case 'spam':
      return (threads) => void acts.spam({ threads });
    case 'starred':
      return (threads) => void acts.star({ threads }, true);
    default:
      return undefined;
  }
}

import { useQuery } from '@tanstack/react-query';
import { Archive, CircleAlert, File, Inbox, Layers, type LucideIcon, Send, Star, Tag, Trash2 } from 'lucide-react';
import type { SidebarItem } from '../../daemon/contract/shell.ts';
import { Bone, Skeleton } from '../design/skeleton.tsx';
import { lensLink } from '../lens-paths.ts';
import { type Acts, useActs } from '../mutations/acts.ts';
import { useParts } from '../parts.ts';
import { type Lens, shellQuery } from '../queries.ts';
import { strings } from '../strings.ts';
import { LabelsSection } from './labels-section.tsx';
import { LaterSection } from './later-section.tsx';
import { Mark } from './mark.tsx';
import type { Take } from './row-drop.ts';
import { SidebarPlace } from './sidebar-item.tsx';
import styles from './sidebar.module.css';
import { ThemeSwitch } from './theme-switch.tsx';

const icons: Record<string, LucideIcon> = {
  inbox: Inbox,
  starred: Star,
  sent: Send,
  drafts: File,
  spam: CircleAlert,
  trash: Trash2,
  archive: Archive,
  all_mail: Layers,
  important: Tag,
};

/** Mailboxes and labels with their counts. `onGo` is called when one was chosen. */
export function Sidebar({ onGo }: { onGo?: () => void }) {
  const { api } = useParts();
  const { data } = useQuery(shellQuery(api));
  const sections = data?.sidebar.sections;
  const items = (id: 'system' | 'labels') => sections?.find((section) => section.id === id)?.items ?? [];
  return (
    <nav className={styles['sidebar']} aria-label={strings.sidebar.label}>
      <div className={styles['brand']}>
        <Mark className={styles['mark']} />
        {strings.product}
      </div>
      <div className={styles['lists']}>
        {sections ? (
          <>
            <Mailboxes items={items('system')} onGo={onGo} />
            <LaterSection onGo={onGo} />
            <LabelsSection title={strings.sidebar.labels} items={items('labels')} onGo={onGo} />
          </>
        ) : (
          <Waiting />
        )}
      </div>
      <div className={styles['foot']}>
        <ThemeSwitch />
      </div>
    </nav>
  );
}

type MailboxesProps = { items: readonly SidebarItem[]; onGo: (() => void) | undefined };

function Mailboxes({ items, onGo }: MailboxesProps) {
  const acts = useActs();
  return (
    <section className={styles['section']} aria-label={strings.sidebar.mailboxes}>
      <ul>
        {items.map((item) => {
          const lens = lensOf(item);
          return (
            lens && (
              <li key={item.id}>
                <SidebarPlace
                  link={lensLink(lens)}
                  name={item.label}
                  icon={icons[item.role ?? item.lens.kind] ?? Tag}
                  count={item.unread}
                  countWords={strings.sidebar.unread}
                  take={takeOf(item.role, acts)}
                  onClick={onGo}
                />
              </li>
            )
          );
        })}
      </ul>
    </section>
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

/** Where an item leads; kinds of list that this page cannot show yet lead nowhere and are left out. */
function lensOf({ lens }: SidebarItem): Lens | undefined {
  if (lens.kind === 'inbox') return { kind: 'inbox' };
  if (lens.kind === 'all_mail') return { kind: 'all' };
  if (lens.kind === 'label' && lens.labelId) return { kind: 'label', labelId: lens.labelId };
  return undefined;
}

function Waiting() {
  return (
    <Skeleton label={strings.list.loading}>
      {[64, 48, 56, 72, 44].map((width) => (
        <Bone key={width} width={`${width}%`} style={{ margin: '12px 10px 25px' }} />
      ))}
    </Skeleton>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Archive, CircleAlert, File, Inbox, Layers, type LucideIcon, Send, Star, Tag, Trash2 } from 'lucide-react';
import type { SidebarItem } from '../../daemon/contract/shell.ts';
import { labelColour } from '../design/label-colour.ts';
import { Bone, Skeleton } from '../design/skeleton.tsx';
import { lensLink } from '../lens-paths.ts';
import { useParts } from '../parts.ts';
import { type Lens, shellQuery } from '../queries.ts';
import { number, strings } from '../strings.ts';
import { Mark } from './mark.tsx';
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
  return (
    <nav className={styles['sidebar']} aria-label={strings.sidebar.label}>
      <div className={styles['brand']}>
        <Mark className={styles['mark']} />
        {strings.product}
      </div>
      <div className={styles['lists']}>
        {data ? (
          data.sidebar.sections.map((section) => <Section key={section.id} section={section} onGo={onGo} />)
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

type SectionData = { id: string; title: string; items: SidebarItem[] };

function Section({ section, onGo }: { section: SectionData; onGo: (() => void) | undefined }) {
  const items = section.items.flatMap((item) => {
    const lens = lensOf(item);
    return lens ? [{ item, lens }] : [];
  });
  if (items.length === 0) return null;
  return (
    <section className={styles['section']} aria-label={section.title}>
      {section.id !== 'system' && <h2 className={styles['heading']}>{section.title}</h2>}
      <ul>
        {items.map(({ item, lens }) => (
          <li key={item.id}>
            <Item item={item} lens={lens} onGo={onGo} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Item({ item, lens, onGo }: { item: SidebarItem; lens: Lens; onGo: (() => void) | undefined }) {
  const role = item.role ?? (item.lens.kind === 'label' ? undefined : item.lens.kind);
  const Icon = role === undefined ? undefined : (icons[role] ?? Tag);
  return (
    <Link
      {...lensLink(lens)}
      className={styles['item']}
      activeProps={{ 'data-active': true }}
      title={item.label}
      onClick={onGo}
    >
      {Icon ? (
        <Icon className={styles['icon']} aria-hidden="true" />
      ) : (
        <span className={styles['dot']} style={{ '--dot': labelColour({ color: item.color, name: item.label }) }} />
      )}
      <span className={styles['name']} dir="auto">
        {item.label}
      </span>
      {item.unread > 0 && (
        <>
          <span className={styles['count']} aria-hidden="true">
            {number(item.unread)}
          </span>
          <span className="visually-hidden">, {strings.sidebar.unread(item.unread)}</span>
        </>
      )}
    </Link>
  );
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

import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import {
  Archive,
  CircleAlert,
  File,
  Inbox,
  Layers,
  type LucideIcon,
  Newspaper,
  ScrollText,
  Send,
  Settings,
  SquarePen,
  Star,
  Stethoscope,
  Tag,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { SidebarItem } from '../../daemon/contract/shell.ts';
import { Button } from '../design/button.tsx';
import { Bone, Skeleton } from '../design/skeleton.tsx';
import { draftsQuery } from '../drafts/queries.ts';
import { lensLink } from '../lens-paths.ts';
import { type Acts, useActs } from '../mutations/acts.ts';
import { useParts } from '../parts.ts';
import { type Lens, shellQuery } from '../queries.ts';
import { SavedSearchesSection } from '../saved-searches/saved-searches-section.tsx';
import { strings } from '../strings.ts';
import { perform } from './act-wishes.ts';
import { Chord } from './chord.tsx';
import { keyWords } from './key-names.ts';
import { keyOf } from './keys.ts';
import { LabelsSection } from './labels-section.tsx';
import { LaterSection } from './later-section.tsx';
import { Mark } from './mark.tsx';
import type { Take } from './row-drop.ts';
import { type SidebarLink, SidebarPlace } from './sidebar-item.tsx';
import styles from './sidebar.module.css';
import { WritingSection } from './writing-section.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

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

/** Mailboxes and labels with their counts. `onGo` is called when one was chosen. */
export function Sidebar({ onGo, children }: { onGo?: () => void; children?: ReactNode }) {
  const { api } = useParts();
  const { data } = useQuery(shellQuery(api));
  const sections = data?.sidebar.sections;
  const items = (id: 'system' | 'labels' | 'saved-searches') =>
    sections?.find((section) => section.id === id)?.items ?? [];
  return (
    <nav className={styles['sidebar']} aria-label={strings.sidebar.label}>
      <div className={styles['brand']}>
        <Mark className={styles['mark']} />
        {strings.product}
      </div>
      <WriteButton onGo={onGo} />
      <PaletteButton onGo={onGo} />
      <div className={styles['lists']}>
        {sections ? (
          <>
            <Mailboxes items={items('system')} onGo={onGo} />
            <WritingSection onGo={onGo} hasDrafts={items('system').some(({ role }) => role === 'drafts')} />
            <LaterSection onGo={onGo} />
            <SavedSearchesSection items={items('saved-searches')} onGo={onGo} />
            <LabelsSection title={strings.sidebar.labels} items={items('labels')} onGo={onGo} />
          </>
        ) : (
          <Waiting />
        )}
      </div>
      <div className={styles['foot']}>
        <ThemeSwitch />
        <Link to="/accounts" className={styles['tool']} title={strings.settings.title} onClick={onGo}>
          <Settings aria-hidden="true" />
          <span className="visually-hidden">{strings.settings.title}</span>
        </Link>
        <Link to="/activity" className={styles['tool']} title={strings.activity.title} onClick={onGo}>
          <ScrollText aria-hidden="true" />
          <span className="visually-hidden">{strings.activity.title}</span>
        </Link>
        <Link to="/diagnostics" className={styles['tool']} title={strings.diagnostics.title} onClick={onGo}>
          <Stethoscope aria-hidden="true" />
          <span className="visually-hidden">{strings.diagnostics.title}</span>
        </Link>
      </div>
      {children}
    </nav>
  );
}

function WriteButton({ onGo }: { onGo: (() => void) | undefined }) {
  function write(): void {
    onGo?.();
    perform('compose');
  }
  return (
    <Button
      className={styles['write']}
      title={strings.acting.keyed(strings.compose.write, keyWords(keyOf('compose')))}
      onClick={write}
    >
      <SquarePen />
      {strings.compose.write}
    </Button>
  );
}

/** The way to the palette for the mouse and the finger; for others it names the key. */
function PaletteButton({ onGo }: { onGo: (() => void) | undefined }) {
  function open(): void {
    onGo?.();
    perform('palette');
  }
  return (
    <button type="button" className={styles['palette']} onClick={open}>
      <span>{strings.palette.open}</span>
      <span aria-hidden="true">
        <Chord keys={keyOf('palette')} />
      </span>
    </button>
  );
}

type MailboxesProps = { items: readonly SidebarItem[]; onGo: (() => void) | undefined };

function Mailboxes({ items, onGo }: MailboxesProps) {
  const acts = useActs();
  const { api } = useParts();
  const drafts = useQuery(draftsQuery(api)).data?.drafts.length ?? 0;
  return (
    <section className={styles['section']} aria-label={strings.sidebar.mailboxes}>
      <ul>
        {items.map((item) => {
          const link = linkOf(item);
          return (
            link && (
              <li key={item.id}>
                <SidebarPlace
                  link={link}
                  name={item.label}
                  icon={placeIcons[item.role ?? item.lens.kind] ?? Tag}
                  count={item.role === 'drafts' ? drafts : item.unread}
                  countWords={item.role === 'drafts' ? strings.drafts.count : strings.sidebar.unread}
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

/** Where an item leads. */
export function linkOf(item: SidebarItem): SidebarLink | undefined {
  if (item.role === 'drafts') return linkOptions({ to: '/drafts' });
  if (item.lens.kind === 'subscription') return linkOptions({ to: '/subscriptions' });
  const lens = lensOf(item);
  return lens && lensLink(lens);
}

/** The list of an item; those without one have a section or a page of their own. */
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

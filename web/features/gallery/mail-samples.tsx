import { linkOptions } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import { RowContent } from '../../data/thread-list/row/row-content.tsx';
import row from '../../data/thread-list/row/thread-row.module.css';
import { CollapseButton, CollapsibleSection } from '../../data/navigation/collapsible-section.tsx';
import { SidebarEntry } from '../../data/navigation/sidebar-item.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './gallery-page.module.css';
import { accountColour, palette } from '../../design/theme/label-colour.ts';

const t = strings.gallery;
const link = linkOptions({ to: '/inbox' });
const here = linkOptions({ to: '/design' });

/** Sidebar items: usual, open, with a large count, with a problem, with children. */
export function SidebarSamples() {
  return (
    <div className={styles['side']}>
      <SidebarEntry link={link} name={t.placeUsual} icon={Inbox} count={0} countLabel="" />
      <SidebarEntry
        link={here}
        name={t.isOpen}
        icon={Inbox}
        count={12}
        countLabel={strings.sidebar.unread({ count: 12 })}
      />
      <SidebarEntry
        link={link}
        name={t.placeTrouble}
        colour={accountColour(0)}
        isRound
        problem={t.placeTrouble}
        count={3}
        countLabel={strings.sidebar.unread({ count: 3 })}
        depth={1}
      />
      <CollapsibleSection id="gallery" title={t.placeUsual}>
        <div className={styles['branch']}>
          <CollapseButton name={t.placeUsual} isCollapsed={false} onToggle={() => undefined} />
          <SidebarEntry
            link={link}
            name={t.placeLong}
            colour={palette[0].colour}
            count={104_212}
            countLabel={strings.sidebar.unread({ count: 104_212 })}
          />
        </div>
      </CollapsibleSection>
    </div>
  );
}

/** Rows of a list: unread, read, hovered, selected. */
export function RowSamples() {
  return (
    <div className={styles['list']}>
      {samples().map(({ name, sample, ...state }) => (
        <div key={name} className={row['row']} {...state}>
          <div className={row['link']}>
            <RowContent row={{ ...usual(), ...sample, subject: name }} shownLabel={undefined} />
          </div>
        </div>
      ))}
    </div>
  );
}

const usual = (): MessageRow => ({
  id: 'sample',
  kind: 'thread',
  account_id: 'sample',
  thread_id: 'sample',
  provider_id: 'sample',
  sender: 'Ada Morgan',
  sender_detail: 'ada@example.org',
  subject: '',
  snippet: t.sample,
  date: '2026-03-10T09:12:00.000Z',
  date_label: '09:12',
  date_full: '09:12',
  date_relative: '09:12',
  unread: false,
  starred: false,
  has_attachments: false,
});

const labels = [{ id: 'sample', name: 'Garden club', kind: 'user' as const, color: null }];

type Sample = { name: string; sample: Partial<MessageRow>; [state: `data-${string}`]: boolean };

const samples = (): Sample[] => [
  { name: t.states.usual, sample: {} },
  { name: strings.list.unread, sample: { unread: true, message_count: 3 }, 'data-unread': true },
  { name: strings.list.starred, sample: { starred: true, has_attachments: true, labels } },
  { name: t.states.hover, sample: {}, 'data-menu': true },
  { name: t.isOpen, sample: { unread: true }, 'data-open': true, 'data-unread': true },
];

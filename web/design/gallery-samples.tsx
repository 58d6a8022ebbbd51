import { linkOptions } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import type { MessageRow } from '../../daemon/contract/fields.ts';
import { RowFace } from '../mailbox/row-face.tsx';
import row from '../mailbox/thread-row.module.css';
import { FoldMark, FoldedSection } from '../shell/fold.tsx';
import { SidebarPlace } from '../shell/sidebar-item.tsx';
import { strings } from '../strings.ts';
import styles from './gallery-page.module.css';
import { accountColour, palette } from './label-colour.ts';

const words = strings.gallery;
const link = linkOptions({ to: '/inbox' });
const here = linkOptions({ to: '/design' });

/** Places of the sidebar: usual, open, with much unread, in trouble, with others below them. */
export function SidebarSamples() {
  return (
    <div className={styles['side']}>
      <SidebarPlace link={link} name={words.placeUsual} icon={Inbox} count={0} countWords="" />
      <SidebarPlace
        link={here}
        name={words.isOpen}
        icon={Inbox}
        count={12}
        countWords={strings.sidebar.unread({ count: 12 })}
      />
      <SidebarPlace
        link={link}
        name={words.placeTrouble}
        colour={accountColour(0)}
        isRound
        trouble={words.placeTrouble}
        count={3}
        countWords={strings.sidebar.unread({ count: 3 })}
        depth={1}
      />
      <FoldedSection id="gallery" title={words.placeUsual}>
        <div className={styles['branch']}>
          <FoldMark name={words.placeUsual} isFolded={false} onToggle={() => undefined} />
          <SidebarPlace
            link={link}
            name={words.placeLong}
            colour={palette[0].colour}
            count={104_212}
            countWords={strings.sidebar.unread({ count: 104_212 })}
          />
        </div>
      </FoldedSection>
    </div>
  );
}

/** Rows as a list shows them: unread, read, under the pointer, selected. */
export function RowSamples() {
  return (
    <div className={styles['list']}>
      {samples().map(({ name, sample, ...state }) => (
        <div key={name} className={row['row']} {...state}>
          <div className={row['face']}>
            <div className={row['link']}>
              <RowFace row={{ ...usual(), ...sample, subject: name }} shownLabel={undefined} />
            </div>
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
  snippet: words.sample,
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
  { name: words.states.usual, sample: {} },
  { name: strings.list.unread, sample: { unread: true, message_count: 3 }, 'data-unread': true },
  { name: strings.list.starred, sample: { starred: true, has_attachments: true, labels } },
  { name: words.states.hover, sample: {}, 'data-menu': true },
  { name: words.isOpen, sample: { unread: true }, 'data-open': true, 'data-unread': true },
];

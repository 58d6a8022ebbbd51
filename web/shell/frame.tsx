import { Outlet, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { SearchBox } from '../features/search/search-box.tsx';
import { ComposeDock } from '../features/compose/compose-dock.tsx';
import { DemoBar, LocalPageBar, Palette, ShortcutsDialog } from './lazy-components.ts';
import { FloatingWriteButton } from './floating-write-button.tsx';
import { Toaster } from './toaster.tsx';
import { ProblemBar } from './problems/problem-bar.tsx';
import { strings } from '../i18n/strings.ts';
import { useReaderKeys } from '../data/thread-list/page/reader-toggle.tsx';
import styles from './frame.module.css';
import { useKeys } from '../keyboard/use-keys.ts';
import { useSyncedBindings } from '../data/queries/keys.ts';
import { PaneResizer } from '../design/layout/pane-resizer.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { useHasSidebar } from './sidebar/use-has-sidebar.ts';
import { StatusLine } from './status/status-line.tsx';
import { TabBar } from './tab-bar.tsx';
import { useServices } from '../data/services.ts';
import { statusQuery } from '../data/queries/mail.ts';
import { useQuery } from '@tanstack/react-query';

/** These do not render again with the frame, which does whenever the address changes. */
const sidebar = (
  <Sidebar>
    <SearchBox query="" />
  </Sidebar>
);
const notices = (
  <>
    <MarkOfDemo />
    <LocalPageBar />
    <ProblemBar />
  </>
);
const statusLine = <StatusLine />;
const floating = (
  <>
    <ComposeDock />
    <Toaster />
  </>
);

/** The frame of every page: sidebar, content and status line. */
export function Frame() {
  const [showsKeys, setShowsKeys] = useState(false);
  const [showsPalette, setShowsPalette] = useState(false);
  const navigate = useNavigate();
  const { keystrokes, mailActions } = useServices();
  const hasSidebar = useHasSidebar();
  useSyncedBindings();
  useReaderKeys();
  useKeys({
    undo: () => void mailActions.undoLast(),
    redo: () => void mailActions.redoLast(),
    drafts: () => void navigate({ to: '/drafts' }),
    outbox: () => void navigate({ to: '/outbox' }),
    history: () => void navigate({ to: '/history' }),
    help: () => setShowsKeys(true),
    palette() {
      keystrokes.start();
      setShowsPalette(true);
    },
    now: () => void navigate({ to: '/now' }),
    messages: () => void navigate({ to: '/messages' }),
    todo: () => void navigate({ to: '/todo' }),
    updates: () => void navigate({ to: '/updates' }),
    reading: () => void navigate({ to: '/reading' }),
    records: () => void navigate({ to: '/archive' }),
    inbox: () => void navigate({ to: '/inbox' }),
    all: () => void navigate({ to: '/all' }),
  });
  return (
    <div className={styles['frame']}>
      <a className={styles['skip']} href="#mail">
        {strings.skipToMail}
      </a>
      {hasSidebar && <div className={styles['side']}>{sidebar}</div>}
      <main className={styles['main']} id="mail" tabIndex={-1}>
        {notices}
        <div className={styles['place']}>
          <Outlet />
        </div>
      </main>
      <footer className={styles['status']} aria-label={strings.status.label}>
        {statusLine}
        {/* After the mail, so that the Tab key reaches the mail first. */}
        {hasSidebar && (
          <div className={styles['edge']}>
            <PaneResizer pane="side" label={strings.sidebar.edge} />
          </div>
        )}
      </footer>
      {!hasSidebar && (
        <div className={styles['tabs']}>
          <TabBar />
        </div>
      )}
      {!hasSidebar && <FloatingWriteButton />}
      {floating}
      {showsKeys && <ShortcutsDialog onClose={() => setShowsKeys(false)} />}
      {showsPalette && <Palette onClose={() => setShowsPalette(false)} />}
    </div>
  );
}

/** The status is read on every page, so that only a demo is asked whether one can leave it. */
function MarkOfDemo() {
  const { api } = useServices();
  return useQuery(statusQuery(api)).data?.is_demo ? <DemoBar /> : null;
}

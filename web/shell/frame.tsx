import { Outlet, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ComposeDock } from '../compose/compose-dock.tsx';
import { KeySheet, Palette } from '../lazy-parts.ts';
import { Toaster } from '../mutations/toaster.tsx';
import { useActs } from '../mutations/acts.ts';
import { TroubleBar } from '../state/trouble-bar.tsx';
import { strings } from '../strings.ts';
import { useReaderKeys } from '../threads/reader-toggle.tsx';
import { DemoBar } from './demo-bar.tsx';
import styles from './frame.module.css';
import { useKeys } from './keys.ts';
import { useFollowedKeys } from './key-follow.ts';
import { PaneEdge } from './pane-edge.tsx';
import { Sidebar } from './sidebar.tsx';
import { StatusLine } from './status-line.tsx';

/** What surrounds every page: the sidebar, the place itself and the status line. */
export function Frame() {
  const [showsKeys, setShowsKeys] = useState(false);
  const [showsPalette, setShowsPalette] = useState(false);
  const navigate = useNavigate();
  const acts = useActs();
  useFollowedKeys();
  useReaderKeys();
  useKeys({
    undo: () => void acts.undoLast(),
    redo: () => void acts.redoLast(),
    drafts: () => void navigate({ to: '/drafts' }),
    outbox: () => void navigate({ to: '/outbox' }),
    history: () => void navigate({ to: '/history' }),
    help: () => setShowsKeys(true),
    palette: () => setShowsPalette(true),
    inbox: () => void navigate({ to: '/inbox' }),
    all: () => void navigate({ to: '/all' }),
  });
  return (
    <div className={styles['frame']}>
      <a className={styles['skip']} href="#mail">
        {strings.skipToMail}
      </a>
      <div className={styles['side']}>
        <Sidebar>
          <PaneEdge pane="side" label={strings.sidebar.edge} />
        </Sidebar>
      </div>
      <main className={styles['main']} id="mail" tabIndex={-1}>
        <DemoBar />
        <TroubleBar />
        <div className={styles['place']}>
          <Outlet />
        </div>
      </main>
      <footer className={styles['status']} aria-label={strings.status.label}>
        <StatusLine onKeys={() => setShowsKeys(true)} />
      </footer>
      <ComposeDock />
      <Toaster />
      {showsKeys && <KeySheet onClose={() => setShowsKeys(false)} />}
      {showsPalette && <Palette onClose={() => setShowsPalette(false)} />}
    </div>
  );
}

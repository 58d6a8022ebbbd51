import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ScrollText, Settings, SquarePen, Stethoscope } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { SkeletonBar, Skeleton } from '../../design/feedback/skeleton.tsx';
import { useServices } from '../../data/services.ts';
import { shellQuery } from '../../data/queries/mail.ts';
import { SavedSearchesSection } from './saved-searches-section.tsx';
import { strings } from '../../i18n/strings.ts';
import { runCommand } from '../../keyboard/command-registry.ts';
import { Chord } from '../../keyboard/chord.tsx';
import { describeChord } from '../../keyboard/key-names.ts';
import { keyFor } from '../../keyboard/use-keys.ts';
import { LabelsSection } from './labels-section.tsx';
import { LaterSection } from './later-section.tsx';
import { MailboxesSection } from './mailboxes-section.tsx';
import { Logo } from '../../design/graphics/logo.tsx';
import styles from '../../data/navigation/sidebar.module.css';
import { ThemeSwitch } from '../theme-switch.tsx';
import { DraftsAndOutboxSection } from './drafts-and-outbox-section.tsx';

/** Mailboxes and labels with their counts. `onGo` is called after a click on one. */
export function Sidebar({ onGo, children }: { onGo?: () => void; children?: ReactNode }) {
  const { api } = useServices();
  const { data } = useQuery(shellQuery(api));
  const sections = data?.sidebar.sections;
  const items = (id: 'system' | 'labels' | 'saved-searches') =>
    sections?.find((section) => section.id === id)?.items ?? [];
  return (
    <nav className={styles['sidebar']} aria-label={strings.sidebar.label}>
      <div className={styles['brand']}>
        <Logo className={styles['mark']} />
        {strings.product}
      </div>
      <WriteButton onGo={onGo} />
      <PaletteButton onGo={onGo} />
      <div className={styles['lists']}>
        {sections ? (
          <>
            <MailboxesSection items={items('system')} onGo={onGo} />
            <DraftsAndOutboxSection onGo={onGo} hasDrafts={items('system').some(({ role }) => role === 'drafts')} />
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
        <Link
          to="/settings/{-$page}"
          params={{ page: 'appearance' }}
          className={styles['tool']}
          title={strings.settings.title}
          onClick={onGo}
        >
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
    runCommand('compose');
  }
  return (
    <Button
      look="primary"
      className={styles['write']}
      title={strings.acting.keyed({ name: strings.compose.write, key: describeChord(keyFor('compose')) })}
      onClick={write}
    >
      <SquarePen />
      {strings.compose.write}
    </Button>
  );
}

/** Opens the palette by mouse or touch; its tooltip shows the key. */
function PaletteButton({ onGo }: { onGo: (() => void) | undefined }) {
  function open(): void {
    onGo?.();
    runCommand('palette');
  }
  return (
    <button type="button" className={styles['palette']} onClick={open}>
      <span>{strings.palette.open}</span>
      <span aria-hidden="true">
        <Chord keys={keyFor('palette')} />
      </span>
    </button>
  );
}

function Waiting() {
  return (
    <Skeleton label={strings.list.loading}>
      {[64, 48, 56, 72, 44].map((width) => (
        <SkeletonBar key={width} width={`${width}%`} style={{ margin: '12px 10px 25px' }} />
      ))}
    </Skeleton>
  );
}

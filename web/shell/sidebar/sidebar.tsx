import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Settings, SquarePen } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { SkeletonBar, Skeleton } from '../../design/feedback/skeleton.tsx';
import { useServices } from '../../data/services.ts';
import { useFirstLoad } from '../../data/use-first-load.ts';
import { labelsQuery } from '../../data/queries/labels.ts';
import { accountsQuery, shellQuery } from '../../data/queries/mail.ts';
import { savedSearchesQuery } from '../../features/search/saved/queries.ts';
import { SavedSearchesSection } from './saved-searches-section.tsx';
import { strings } from '../../i18n/strings.ts';
import { runCommand } from '../../keyboard/command-registry.ts';
import { describeChord } from '../../keyboard/key-names.ts';
import { keyFor } from '../../keyboard/use-keys.ts';
import { LabelsSection } from './labels-section.tsx';
import { DraftsAndLaterSection } from './drafts-and-later-section.tsx';
import { RailSection, MoreMailboxes } from './mailboxes-section.tsx';
import { Logo } from '../../design/graphics/logo.tsx';
import styles from '../../data/navigation/sidebar.module.css';
import { useRovingTabStop } from './use-roving-tab-stop.ts';

/** Mailboxes with an entry above the labels or below them. */
const placedRoles: readonly (string | null)[] = ['inbox', 'sent', 'drafts'];

/** Mailboxes and labels with their counts. `onGo` is called after a click on one, `children` are the search. */
export function Sidebar({ onGo, children }: { onGo?: () => void; children?: ReactNode }) {
  const { api } = useServices();
  const shell = useQuery(shellQuery(api));
  const entries = useRef<HTMLDivElement>(null);
  useRovingTabStop(entries);
  const sections = shell.data?.sidebar.sections;
  const items = (id: 'system' | 'labels' | 'saved-searches') =>
    sections?.find((section) => section.id === id)?.items ?? [];
  const system = items('system');
  const rest = system.filter(({ role }) => !placedRoles.includes(role));
  const saved = items('saved-searches');
  // What is below the accounts and the saved searches waits for them, because they would move it under the mouse.
  const isMoving = useFirstLoad([
    shell,
    useQuery(accountsQuery(api)),
    useQuery(labelsQuery(api)),
    useQuery({ ...savedSearchesQuery(api), enabled: saved.length > 0 }),
  ]);
  return (
    <nav className={styles['sidebar']} aria-label={strings.sidebar.label}>
      <div className={styles['brand']}>
        <Logo className={styles['mark']} />
        {strings.product}
      </div>
      <WriteButton onGo={onGo} />
      <div className={styles['search']}>{children}</div>
      <div className={styles['entries']} ref={entries}>
        <div className={styles['lists']}>
          {sections ? (
            <>
              <RailSection inbox={system.find(({ role }) => role === 'inbox')} onGo={onGo} />
              {!isMoving && (
                <>
                  <SavedSearchesSection items={saved} onGo={onGo} />
                  <LabelsSection title={strings.sidebar.labels} items={items('labels')} onGo={onGo} />
                  <DraftsAndLaterSection sent={system.find(({ role }) => role === 'sent')} onGo={onGo} />
                  <MoreMailboxes items={rest} onGo={onGo} />
                </>
              )}
            </>
          ) : (
            <Waiting />
          )}
        </div>
        <div className={styles['foot']}>
          <Link to="/settings/{-$page}" params={{ page: 'general' }} className={styles['item']} onClick={onGo}>
            <Settings className={styles['icon']} aria-hidden="true" />
            <span className={styles['name']}>{strings.settings.title}</span>
          </Link>
        </div>
      </div>
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

function Waiting() {
  return (
    <Skeleton label={strings.list.loading}>
      {[64, 48, 56, 72, 44].map((width) => (
        <SkeletonBar key={width} width={`${width}%`} style={{ margin: '12px 10px 25px' }} />
      ))}
    </Skeleton>
  );
}

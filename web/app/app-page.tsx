import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DesktopBridge, UpdateState } from '../../daemon/contract/desktop.ts';
import { Button, classes } from '../design/button.tsx';
import { Panel } from '../design/panel.tsx';
import { desktopBridge, saidByApp } from '../desktop.ts';
import { Section } from '../settings/setting-group.tsx';
import styles from '../settings/settings.module.css';
import { SettingsNav } from '../shell/settings-nav.tsx';
import { WidePage } from '../shell/wide-page.tsx';
import { strings } from '../strings.ts';
import { useTrying } from '../trying.ts';
import { AppHabits } from './app-habits.tsx';

const words = strings.app;

/** What concerns the desktop app alone; in a browser it says where that is. */
export function AppPage() {
  const bridge = desktopBridge();
  return (
    <WidePage title={words.title} hint={words.hint} more={<SettingsNav />}>
      {!bridge && <Panel scene="open" title={words.onlyInApp} hint={words.onlyInAppHint} />}
      {bridge && (
        <div className={styles['page']}>
          <Section title={words.habits}>
            <div className={styles['card']}>
              <AppHabits bridge={bridge} />
            </div>
          </Section>
          <Update bridge={bridge} />
        </div>
      )}
    </WidePage>
  );
}

/** Milliseconds between two looks at how far an update is. */
const lookEvery = 2_000;

function Update({ bridge }: { bridge: DesktopBridge }) {
  const tried = useTrying();
  const [isLooking, setIsLooking] = useState(false);
  const query = useQuery({ queryKey: ['app', 'update'], queryFn: () => bridge.update(), refetchInterval: lookEvery });
  const state = query.data;
  const look = async () => {
    setIsLooking(true);
    await tried(() => bridge.checkForUpdate(), words.notLooked, saidByApp);
    await query.refetch();
    setIsLooking(false);
  };
  return (
    <Section title={words.update}>
      <div className={classes(styles['card'], styles['entry'])}>
        <div>
          <p className={styles['name']}>{words.version({ version: bridge.version })}</p>
          <p role="status" className={styles['hint']}>
            {state && updateWords(state)}
          </p>
        </div>
        <div className={styles['buttons']}>
          {state?.state === 'ready' ? (
            <Button
              look="primary"
              onClick={() => void tried(() => bridge.installUpdate(), words.notInstalled, saidByApp)}
            >
              {words.install}
            </Button>
          ) : (
            state?.state !== 'off' && (
              <Button isBusy={isLooking || state?.state === 'downloading'} onClick={() => void look()}>
                {words.look}
              </Button>
            )
          )}
        </div>
      </div>
    </Section>
  );
}

function updateWords(state: UpdateState): string {
  switch (state.state) {
    case 'none':
      return words.none;
    case 'checking':
      return words.checking;
    case 'downloading':
      return words.downloading({ version: state.version, percent: Math.round(state.percent) });
    case 'ready':
      return words.ready({ version: state.version });
    case 'failed':
    case 'off':
      return state.reason;
  }
}

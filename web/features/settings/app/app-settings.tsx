import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { DesktopBridge, UpdateState } from '../../../../daemon/contract/desktop.ts';
import { Button, classes } from '../../../design/controls/button.tsx';
import { appErrorMessage } from '../../../api/desktop.ts';
import { Section } from '../setting-group.tsx';
import styles from '../settings.module.css';
import { strings } from '../../../i18n/strings.ts';
import { useAction } from '../../../data/use-action.ts';
import { AppIntegration } from './app-integration.tsx';

const t = strings.app;

/** The settings of the desktop app. */
export function AppSettings({ bridge, updates }: { bridge: DesktopBridge; updates: ReactNode }) {
  return (
    <>
      <Section id="app" title={t.title} hint={t.hint}>
        <div className={styles['card']}>
          <AppIntegration bridge={bridge} />
        </div>
      </Section>
      <Update bridge={bridge} />
      {updates}
    </>
  );
}

/** Milliseconds between two requests for the progress of an update. */
const pollIntervalMs = 2_000;

function Update({ bridge }: { bridge: DesktopBridge }) {
  const check = useAction({ affects: ['app'] });
  const install = useAction();
  const state = useQuery({
    queryKey: ['app', 'update'],
    queryFn: () => bridge.update(),
    refetchInterval: pollIntervalMs,
  }).data;
  return (
    <Section title={t.update}>
      <div className={classes(styles['card'], styles['entry'])}>
        <div>
          <p className={styles['name']}>{t.version({ version: bridge.version })}</p>
          <p role="status" className={styles['hint']}>
            {state && describeUpdate(state)}
          </p>
        </div>
        <div className={styles['buttons']}>
          {state?.state === 'available' && (
            <Button
              look="primary"
              onClick={() => void install.runAction(() => bridge.downloadUpdate(), t.notDownloaded, appErrorMessage)}
            >
              {state.page === null ? t.download : t.get}
            </Button>
          )}
          {state?.state === 'ready' ? (
            <Button
              look="primary"
              onClick={() => void install.runAction(() => bridge.installUpdate(), t.notInstalled, appErrorMessage)}
            >
              {t.install}
            </Button>
          ) : (
            state?.state !== 'off' && (
              <Button
                isBusy={check.isPending || state?.state === 'downloading'}
                onClick={() => void check.runAction(() => bridge.checkForUpdate(), t.notLooked, appErrorMessage)}
              >
                {t.look}
              </Button>
            )
          )}
        </div>
      </div>
    </Section>
  );
}

function describeUpdate(state: UpdateState): string {
  switch (state.state) {
    case 'none':
      return t.none;
    case 'checking':
      return t.checking;
    case 'available':
      return t.available({ version: state.version });
    case 'downloading':
      return t.downloading({ version: state.version, percent: Math.round(state.percent) });
    case 'ready':
      return t.ready({ version: state.version });
    case 'failed':
    case 'off':
      return state.reason;
  }
}

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { AppIntegration } from '../../features/settings/app/app-integration.tsx';
import { Button } from '../../design/controls/button.tsx';
import { Checkbox } from '../../design/controls/checkbox.tsx';
import { desktopBridge } from '../../api/desktop.ts';
import { useLiveState, useServices } from '../../data/services.ts';
import { accountsQuery } from '../../data/queries/mail.ts';
import { useNotificationEdits } from '../../features/settings/notifications/use-notification-edits.ts';
import { chimesQuery, notificationSettingsQuery } from '../../data/queries/notifications.ts';
import { strings } from '../../i18n/strings.ts';
import { firstVisitHash } from '../tour/tour-steps.ts';
import styles from './welcome.module.css';

const t = strings.welcome;

type WelcomeDoneProps = { account: { key: string; name: string }; onAnother: () => void };

/** After the account was added: the sync progress, and the first preferences. */
export function WelcomeDone({ account, onAnother }: WelcomeDoneProps) {
  const navigate = useNavigate();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      <h1 ref={title} tabIndex={-1} className={styles['title']}>
        {t.done({ name: account.name })}
      </h1>
      <p className={styles['hint']}>{t.coming}</p>
      <FirstSyncProgress accountKey={account.key} />
      <section className={styles['card']} aria-label={t.habits}>
        <h2>{t.habits}</h2>
        <Preferences />
      </section>
      <div className={styles['buttons']}>
        <Button
          look="primary"
          onClick={() => void navigate({ to: '/inbox', hash: firstVisitHash() ?? '', replace: true })}
        >
          {t.toInbox}
        </Button>
        <Button look="quiet" onClick={onAnother}>
          {t.another}
        </Button>
      </div>
    </>
  );
}

function FirstSyncProgress({ accountKey }: { accountKey: string }) {
  const { api } = useServices();
  const { progress } = useLiveState();
  const account = useQuery({ ...accountsQuery(api), refetchInterval: 2_000 }).data?.accounts.find(
    ({ key }) => key === accountKey,
  );
  const now = account && progress[account.account_id];
  const text =
    now && now.total !== null && now.total > 0
      ? t.syncing({ current: now.current, total: now.total })
      : account?.health.message;
  return (
    <p role="status" className={styles['soft']}>
      {text}
    </p>
  );
}

/** Sounds, notifications, and the settings of the app. */
function Preferences() {
  const { api } = useServices();
  const edits = useNotificationEdits();
  const chimes = useQuery(chimesQuery(api)).data?.config;
  const notices = useQuery(notificationSettingsQuery(api)).data;
  const bridge = desktopBridge();
  // These questions are asked here, so no other part of the page asks them.
  useEffect(() => void bridge?.loginOffered().catch(() => undefined), [bridge]);
  return (
    <>
      {chimes && <Checkbox label={t.sounds} isOn={chimes.enabled} onChange={(enabled) => edits.chimes({ enabled })} />}
      {notices && (
        <Checkbox
          label={t.notices}
          isOn={notices.enabled}
          onChange={(isOn) => edits.setting('notifications.enabled', isOn)}
        />
      )}
      {bridge && <AppIntegration bridge={bridge} />}
    </>
  );
}

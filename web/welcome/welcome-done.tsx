import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { AppHabits } from '../app/app-habits.tsx';
import { Button } from '../design/button.tsx';
import { Tick } from '../design/tick.tsx';
import { desktopBridge } from '../desktop.ts';
import { useLiveState, useParts } from '../parts.ts';
import { accountsQuery } from '../queries.ts';
import { useSoundEdits } from '../sounds/edits.ts';
import { chimesQuery, noticeSettingsQuery } from '../sounds/queries.ts';
import { strings } from '../strings.ts';
import styles from './welcome.module.css';

const words = strings.welcome;

type WelcomeDoneProps = { account: { key: string; name: string }; onAnother: () => void };

/** The account is set up: how far its mail is, and what one likes or not. */
export function WelcomeDone({ account, onAnother }: WelcomeDoneProps) {
  const navigate = useNavigate();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      <h1 ref={title} tabIndex={-1} className={styles['title']}>
        {words.done({ name: account.name })}
      </h1>
      <p className={styles['hint']}>{words.coming}</p>
      <Coming accountKey={account.key} />
      <section className={styles['card']} aria-label={words.habits}>
        <h2>{words.habits}</h2>
        <Habits />
      </section>
      <div className={styles['buttons']}>
        <Button look="primary" onClick={() => void navigate({ to: '/inbox', replace: true })}>
          {words.toInbox}
        </Button>
        <Button look="quiet" onClick={onAnother}>
          {words.another}
        </Button>
      </div>
    </>
  );
}

function Coming({ accountKey }: { accountKey: string }) {
  const { api } = useParts();
  const { progress } = useLiveState();
  const account = useQuery({ ...accountsQuery(api), refetchInterval: 2_000 }).data?.accounts.find(
    ({ key }) => key === accountKey,
  );
  const now = account && progress[account.account_id];
  const text =
    now && now.total !== null && now.total > 0
      ? words.syncing({ current: now.current, total: now.total })
      : account?.health.message;
  return (
    <p role="status" className={styles['soft']}>
      {text}
    </p>
  );
}

/** Sounds, notifications, and what only the app can do. */
function Habits() {
  const { api } = useParts();
  const edits = useSoundEdits();
  const chimes = useQuery(chimesQuery(api)).data?.config;
  const notices = useQuery(noticeSettingsQuery(api)).data;
  const bridge = desktopBridge();
  // Here they are asked about it, so that nothing else does.
  useEffect(() => void bridge?.loginOffered().catch(() => undefined), [bridge]);
  return (
    <>
      {chimes && <Tick words={words.sounds} isOn={chimes.enabled} onChange={(enabled) => edits.chimes({ enabled })} />}
      {notices && (
        <Tick
          words={words.notices}
          isOn={notices.enabled}
          onChange={(isOn) => edits.setting('notifications.enabled', isOn)}
        />
      )}
      {bridge && <AppHabits bridge={bridge} />}
    </>
  );
}

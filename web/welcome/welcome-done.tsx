import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Check } from '../accounts/field.tsx';
import { Button } from '../design/button.tsx';
import { desktopBridge } from '../desktop.ts';
import { useLiveState, useParts } from '../parts.ts';
import { accountsQuery } from '../queries.ts';
import { strings } from '../strings.ts';
import { useTrying } from '../trying.ts';
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
        {words.done(account.name)}
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
    now && now.total !== null && now.total > 0 ? words.syncing(now.current, now.total) : account?.health.message;
  return (
    <p role="status" className={styles['soft']}>
      {text}
    </p>
  );
}

/** Sounds, notifications, and what only the app can do. */
function Habits() {
  const { api } = useParts();
  const tried = useTrying('status');
  const bridge = desktopBridge();
  const chimes = useQuery({ queryKey: ['chimes'], queryFn: ({ signal }) => api.notifications.chimes({}, signal) });
  const settings = useQuery({ queryKey: ['settings'], queryFn: ({ signal }) => api.settings.get({}, signal) });
  const atLogin = useQuery({
    queryKey: ['desktop', 'login'],
    queryFn: async () => (await bridge?.startsAtLogin()) ?? null,
    enabled: bridge !== undefined,
  });
  useEffect(() => void bridge?.loginOffered().catch(() => undefined), [bridge]);
  const shown = settings.data?.values as { notifications?: { enabled?: boolean } } | undefined;

  const set = async (query: { refetch: () => Promise<unknown> }, ask: () => Promise<unknown>) => {
    await tried(ask, words.notSet);
    await query.refetch();
  };
  return (
    <>
      <Habit
        label={words.sounds}
        value={chimes.data?.config.enabled}
        onChange={(enabled) => set(chimes, () => api.notifications.setChimes({ enabled }))}
      />
      <Habit
        label={words.notices}
        value={shown?.notifications?.enabled}
        onChange={(value) => set(settings, () => api.settings.change({ key: 'notifications.enabled', value }))}
      />
      {bridge && (
        <Habit
          label={words.atLogin}
          value={atLogin.data ?? undefined}
          onChange={(on) => set(atLogin, () => bridge.setStartsAtLogin(on))}
        />
      )}
    </>
  );
}

type HabitProps = { label: string; value: boolean | undefined; onChange: (value: boolean) => Promise<void> };

/** Shown as it was asked for until it is known to be so. */
function Habit({ label, value, onChange }: HabitProps) {
  const [asked, setAsked] = useState<boolean>();
  if (value === undefined) return null;
  const change = async (next: boolean) => {
    setAsked(next);
    await onChange(next);
    setAsked(undefined);
  };
  return <Check label={label} checked={asked ?? value} onChange={(next) => void change(next)} />;
}

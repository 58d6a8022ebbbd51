import { useEffect, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { useLiveState, useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { ProblemBarLayout } from './problem-bar-layout.tsx';

const t = strings.trouble;

/** In milliseconds; a daemon that restarts is back within this time, and the user need not know. */
const restartGraceMs = 3_000;

/** Reports a lost connection and the time of the next attempt, with a button to try now. */
export function ConnectionLostBar() {
  const { live } = useServices();
  const { connection, retryAt } = useLiveState();
  const now = useClock();
  const [since] = useState(() => Date.now());
  if (now - since < restartGraceMs) return null;
  const seconds = retryAt === undefined ? 0 : Math.ceil((retryAt - now) / 1000);
  return (
    <ProblemBarLayout tone="bad" actions={<Button onClick={live.retry}>{t.tryNow}</Button>}>
      <strong>{t.lost}</strong> {t.lostWhy}{' '}
      <span aria-hidden="true">{connection === 'lost' && seconds > 0 ? t.lostIn({ seconds }) : t.lostNow}</span>
    </ProblemBarLayout>
  );
}

/** The current time in unix milliseconds, updated twice a second. */
function useClock(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return now;
}

import { useEffect, useState } from 'react';
import { Button } from '../design/button.tsx';
import { useLiveState, useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { Bar } from './bar.tsx';

const words = strings.trouble;

/** In milliseconds: a daemon that starts again is back before anybody needs to know. */
const restartsWithin = 3_000;

/** Says that nobody answers, when it is tried again, and offers to do so now. */
export function LostBar() {
  const { live } = useParts();
  const { connection, retryAt } = useLiveState();
  const now = useTicks();
  const [since] = useState(() => Date.now());
  if (now - since < restartsWithin) return null;
  const seconds = retryAt === undefined ? 0 : Math.ceil((retryAt - now) / 1000);
  return (
    <Bar tone="bad" act={<Button onClick={live.retry}>{words.tryNow}</Button>}>
      <strong>{words.lost}</strong> {words.lostWhy}{' '}
      <span aria-hidden="true">{connection === 'lost' && seconds > 0 ? words.lostIn({ seconds }) : words.lostNow}</span>
    </Bar>
  );
}

/** The time in unix milliseconds, twice a second. */
function useTicks(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return now;
}

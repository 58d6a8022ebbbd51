import { useEffect, useState } from 'react';
import { currentDate, onClockMove } from '../api/clock.ts';

/** The current time, updated every half minute, or after `intervalMs`. */
export function useNow(intervalMs = 30_000): Date {
  const [now, setNow] = useState(currentDate);
  useEffect(() => {
    const update = () => setNow(currentDate());
    const unsubscribe = onClockMove(update);
    const timer = setInterval(update, intervalMs);
    return () => {
      unsubscribe();
      clearInterval(timer);
    };
  }, [intervalMs]);
  return now;
}

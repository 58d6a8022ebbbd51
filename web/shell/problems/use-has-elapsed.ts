import { useEffect, useState } from 'react';

/** Mail loads first; after this time, in milliseconds, the page looks for what needs the user. */
export const firstLookMs = 4_000;

/** Whether this many milliseconds have passed since the page was opened. */
export function useHasElapsed(ms: number): boolean {
  const [hasElapsed, setHasElapsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasElapsed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return hasElapsed;
}

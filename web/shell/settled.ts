import { useEffect, useState } from 'react';
import { delay } from '../api/live.ts';
import { firstPaint } from './bootstrap.ts';
import { nextIdle } from './run-when-idle.ts';

/** In milliseconds: how long the first mail is shown before the page works on anything else. */
const settleMs = 1_000;

let isSettled = false;

/** Resolves when the page has shown its first mail for a second and is idle. Requests for rarely shown parts wait for it. */
export const settled: Promise<void> = firstPaint
  .then(() => delay(settleMs))
  .then(nextIdle)
  .then(() => void (isSettled = true));

/** Whether that moment has come. A query that waits for it is `enabled` by it. */
export function useIsSettled(): boolean {
  const [isNow, setIsNow] = useState(isSettled);
  useEffect(() => void settled.then(() => setIsNow(true)), []);
  return isNow;
}

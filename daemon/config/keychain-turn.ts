import type { Clock } from '../base/clock.ts';

/** What a question came to, or `late` where that is not known yet. */
export type Turned<T> = { value: T } | 'late';

/** A call that takes longer than this, in milliseconds, waits for a person. */
const longestCall = 500;
/** Milliseconds for which an answer that came late is kept for who comes back. */
const keptFor = 5 * 60_000;

type Asked = { key: string | undefined; answer: Promise<unknown>; isLate: boolean; ended: number };

/**
 * Lets questions be asked one after the other. Who asks what is being asked gets that answer, so that nothing piles up
 * behind one that waits for a person; who asks something else while one is late is told so at once. What came late is given
 * to the next who asks the same: a person who said yes is not asked once more.
 */
export function oneAtATime(clock: Clock) {
  let running: Asked | undefined;
  let kept: Asked | undefined;
  const now = () => clock.now().getTime();

  const begin = (key: string | undefined, question: () => Promise<unknown>): Asked => {
    const begun = now();
    // A call of the keychain blocks a thread that node waits for at its end, and may wait for a person.
    const endAnyway = () => now() - begun > longestCall && process.kill(process.pid, 'SIGKILL');
    process.once('exit', endAnyway);
    const asked: Asked = { key, answer: Promise.resolve(), isLate: false, ended: begun };
    const end = () => {
      process.off('exit', endAnyway);
      running = undefined;
      asked.ended = now();
      kept = asked.isLate && key !== undefined ? asked : undefined;
    };
    asked.answer = question().finally(end);
    asked.answer.catch(() => undefined);
    return asked;
  };

  const takeKept = (key: string | undefined): Asked | undefined => {
    const late = kept;
    kept = undefined;
    return late && late.key === key && now() - late.ended < keptFor ? late : undefined;
  };

  /** `key` tells questions that are the same; without one, no two are. Who asks waits `patience` milliseconds. */
  return async <T>(key: string | undefined, patience: number, question: () => Promise<T>): Promise<Turned<T>> => {
    const until = now() + patience;
    const within = (answer: Promise<unknown>) => endsBefore(answer, until - now(), clock);
    while (running && (key === undefined || running.key !== key)) {
      if (running.isLate || !(await within(running.answer))) return 'late';
    }
    const asked = running ?? takeKept(key) ?? (running = begin(key, question));
    if (await within(asked.answer)) return { value: (await asked.answer) as T };
    asked.isLate = true;
    return 'late';
  };
}

async function endsBefore(answer: Promise<unknown>, ms: number, clock: Clock): Promise<boolean> {
  const waiting = new AbortController();
  const isEnded = answer.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([isEnded, clock.wait(Math.max(0, ms), waiting.signal).then(() => false)]);
  } finally {
    waiting.abort();
  }
}

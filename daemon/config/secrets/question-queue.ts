import type { Clock } from '../../base/clock.ts';

/** The result of a call, or `late` while it is not known yet. */
type QuestionResult<T> = { value: T } | 'late';

/** A call that takes longer than this, in milliseconds, waits for the user. */
const promptThresholdMs = 500;
/** How long the result of a late call is kept for a caller that retries, in milliseconds. */
const lateAnswerLifetimeMs = 5 * 60_000;

type PendingQuestion = { key: string | undefined; answer: Promise<unknown>; isLate: boolean; endedMs: number };

/**
 * Runs calls one after the other. A caller that repeats the running call shares its result, so that no queue forms behind a
 * call that waits for the user. A different call during a late one is answered `late` immediately. The result of a late call
 * goes to the next caller with the same key, so that the user is not asked to approve it again.
 */
export function createQuestionQueue(clock: Clock) {
  let running: PendingQuestion | undefined;
  let lateAnswer: PendingQuestion | undefined;
  const now = () => clock.now().getTime();

  const begin = (key: string | undefined, question: () => Promise<unknown>): PendingQuestion => {
    const startedMs = now();
    // A keychain call blocks a thread that Node waits for at exit, and may wait for the user.
    const killOnExit = () => now() - startedMs > promptThresholdMs && process.kill(process.pid, 'SIGKILL');
    process.once('exit', killOnExit);
    const pendingQuestion: PendingQuestion = { key, answer: Promise.resolve(), isLate: false, endedMs: startedMs };
    const end = () => {
      process.off('exit', killOnExit);
      running = undefined;
      pendingQuestion.endedMs = now();
      lateAnswer = pendingQuestion.isLate && key !== undefined ? pendingQuestion : undefined;
    };
    pendingQuestion.answer = question().finally(end);
    pendingQuestion.answer.catch(() => undefined);
    return pendingQuestion;
  };

  const takeLateAnswer = (key: string | undefined): PendingQuestion | undefined => {
    const answered = lateAnswer;
    lateAnswer = undefined;
    return answered && answered.key === key && now() - answered.endedMs < lateAnswerLifetimeMs ? answered : undefined;
  };

  /** `key` identifies equal calls; calls without a key are never equal. The caller waits `timeoutMs` milliseconds. */
  return async <T>(
    key: string | undefined,
    timeoutMs: number,
    question: () => Promise<T>,
  ): Promise<QuestionResult<T>> => {
    const until = now() + timeoutMs;
    const endsInTime = (answer: Promise<unknown>) => endsBefore(answer, until - now(), clock);
    while (running && (key === undefined || running.key !== key)) {
      if (running.isLate || !(await endsInTime(running.answer))) return 'late';
    }
    const pendingQuestion = running ?? takeLateAnswer(key) ?? (running = begin(key, question));
    if (await endsInTime(pendingQuestion.answer)) return { value: (await pendingQuestion.answer) as T };
    pendingQuestion.isLate = true;
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

import type { Clock } from '../../base/clock.ts';

/** What a question came to, or `late` where that is not known yet. */
export type QuestionResult<T> = { value: T } | 'late';

/** A call that takes longer than this, in milliseconds, waits for a person. */
const promptThresholdMs = 500;
/** Milliseconds for which an answer that came late is kept for who comes back. */
const lateAnswerLifetimeMs = 5 * 60_000;

type PendingQuestion = { key: string | undefined; answer: Promise<unknown>; isLate: boolean; endedMs: number };

/**
 * Lets questions be asked one after the other. Who asks what is being asked gets that answer, so that nothing piles up
 * behind one that waits for a person; who asks something else while one is late is told so at once. What came late is given
 * to the next who asks the same: a person who said yes is not asked once more.
 */
export function createQuestionQueue(clock: Clock) {
  let running: PendingQuestion | undefined;
  let lateAnswer: PendingQuestion | undefined;
  const now = () => clock.now().getTime();

  const begin = (key: string | undefined, question: () => Promise<unknown>): PendingQuestion => {
    const startedMs = now();
    // A call of the keychain blocks a thread that node waits for at its end, and may wait for a person.
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

  /** `key` tells questions that are the same; without one, no two are. Who asks waits `patience` milliseconds. */
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

import type { UtilityNews, UtilityOrder, UtilityQuestion } from './host-calls.ts';
import type { Ask } from './shell-port.ts';

export type Questions = {
  ask: Ask;
  /** Takes what the utility process answers; other news is none of its business. */
  take(news: UtilityNews): void;
  /** Refuses what has no answer yet: whoever was to answer has ended. */
  refuseAll(reason: string): void;
};

type Asked = { resolve: (value: never) => void; reject: (reason: Error) => void };

/** Milliseconds in which an answer must come. */
const usualLimit = 30_000;

/** Puts questions to the utility process, each answered once. `tell` throws where it does not run. */
export function createQuestions(tell: (order: UtilityOrder) => void, limit: number = usualLimit): Questions {
  const waiting = new Map<number, Asked>();
  let lastId = 0;
  const end = (id: number): Asked | undefined => {
    const asked = waiting.get(id);
    waiting.delete(id);
    return asked;
  };
  return {
    ask: (name, input) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        const late = setTimeout(() => end(id)?.reject(new Error('Posthorn did not answer in time. Try again.')), limit);
        const settle =
          <Value>(how: (value: Value) => void) =>
          (value: Value) => {
            clearTimeout(late);
            how(value);
          };
        waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
        try {
          tell({ kind: 'question', id, question: { name, input } as UtilityQuestion });
        } catch (thrown) {
          end(id)?.reject(thrown as Error);
        }
      }),
    take(news) {
      if (news.kind === 'answer') end(news.id)?.resolve(news.value as never);
      if (news.kind === 'refusal') end(news.id)?.reject(Object.assign(new Error(news.message), { code: news.code }));
    },
    refuseAll(reason) {
      for (const id of waiting.keys()) end(id)?.reject(new Error(reason));
    },
  };
}

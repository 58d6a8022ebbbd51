import { Failure, reasonOf } from '../daemon/base/failure.ts';
import type { Headless } from '../headless/start.ts';
import type { UtilityNews, UtilityOrder, UtilityQuestion, UtilityQuestions } from './host-calls.ts';

/** The end of the main process's line, as far as it is used. */
export type OrderPort = { on(event: 'message', listener: (message: { data: UtilityOrder }) => void): unknown };

export type Orders = {
  /** Resolves when the main process wants this one to end. */
  closed: Promise<void>;
  /** Carries out by this daemon what has been ordered and what will be, until it is asked to stop. */
  serve(headless: Headless): void;
  isDemo(): boolean;
};

/** Carries out what the main process orders. What it orders while no daemon runs, at a start say, is kept for the next. */
export function takeOrders(port: OrderPort, tell: (news: UtilityNews) => void): Orders {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  let running: Headless | undefined;
  let waiting: UtilityOrder[] = [];
  port.on('message', ({ data: order }) => {
    if (order.kind === 'close') close();
    else if (order.kind === 'ping') tell({ kind: 'pong' });
    else if (running) void obey(order, running, tell);
    else waiting = [...waiting, order].slice(-100);
  });
  return {
    closed,
    serve(headless) {
      running = headless;
      for (const order of waiting) void obey(order, headless, tell);
      waiting = [];
      void headless.stopAsked.then(() => {
        if (running === headless) running = undefined;
      });
    },
    isDemo: () => running?.isDemo ?? false,
  };
}

async function obey(order: UtilityOrder, headless: Headless, tell: (news: UtilityNews) => void): Promise<void> {
  switch (order.kind) {
    case 'resume':
      return headless.resumed();
    case 'acted':
      return headless
        .answerNotice(order.notice, order.action)
        .catch((thrown: unknown) => tell(troubleOf(order, thrown)));
    case 'question': {
      const { id, question } = order;
      try {
        tell({ kind: 'answer', id, value: await answerTo(question, headless) });
      } catch (thrown) {
        const code = thrown instanceof Failure ? thrown.code : 'internal';
        tell({ kind: 'refusal', id, message: reasonOf(thrown), code });
      }
      return;
    }
    case 'close':
    case 'ping':
      return;
  }
}

/** The person is not looking at a window: what did not work is said where it was asked for. */
function troubleOf({ notice }: { notice: string }, thrown: unknown): UtilityNews {
  const words = { title: 'That did not work', body: reasonOf(thrown) };
  return { kind: 'show', notice: { id: `${notice}.failed`, kind: 'trouble', ...words, path: '/inbox', actions: [] } };
}

type Answers = {
  [Name in keyof UtilityQuestions]: (
    headless: Headless,
    input: UtilityQuestions[Name]['input'],
  ) => Promise<UtilityQuestions[Name]['answer']>;
};

const person = { origin: 'human' } as const;

const answers: Answers = {
  async sync({ dispatch }) {
    await dispatch('sync.start', {}, person);
    return null;
  },
  async pause({ dispatch }, input) {
    const { paused_until } = (await dispatch('notifications.pause', input, person)) as { paused_until: string | null };
    return { paused_until };
  },
  sending: async ({ isSending }) => isSending(),
  enable_bridge: ({ dispatch }) => set(dispatch, 'bridge.enabled', true),
  // Written down, so that the next start finds a free port too. Programs find the page by the port file.
  other_port: ({ dispatch }) => set(dispatch, 'bridge.port', 0),
};

async function set(dispatch: Headless['dispatch'], key: string, value: boolean | number): Promise<null> {
  await dispatch('settings.change', { key, value }, person);
  return null;
}

function answerTo<Name extends keyof UtilityQuestions>(
  { name, input }: UtilityQuestion & { name: Name; input: UtilityQuestions[Name]['input'] },
  headless: Headless,
): Promise<UtilityQuestions[Name]['answer']> {
  return answers[name](headless, input);
}

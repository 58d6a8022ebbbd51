import { Failure, reasonOf } from '../../daemon/base/failure.ts';
import type { Headless } from '../../headless/start.ts';
import type {
  UtilityMessage,
  UtilityCommand,
  UtilityRequest,
  UtilityRequests,
} from '../daemon-process/utility-protocol.ts';

/** The used part of the port to the main process. */
type CommandPort = { on(event: 'message', listener: (message: { data: UtilityCommand }) => void): unknown };

type CommandHandler = {
  /** Resolves when the main process wants this process to end. */
  closed: Promise<void>;
  /** Executes pending and future commands with this daemon, until it is asked to stop. */
  serve(headless: Headless): void;
  isDemo(): boolean;
};

/**
 * Executes the commands of the main process. Commands that arrive while no daemon runs, for example during a start, are
 * kept for the next daemon.
 */
export function createCommandHandler(port: CommandPort, send: (message: UtilityMessage) => void): CommandHandler {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  let running: Headless | undefined;
  let pending: UtilityCommand[] = [];
  port.on('message', ({ data: command }) => {
    if (command.kind === 'close') close();
    else if (command.kind === 'ping') send({ kind: 'pong' });
    else if (running) void handleCommand(command, running, send);
    else pending = [...pending, command].slice(-100);
  });
  return {
    closed,
    serve(headless) {
      running = headless;
      for (const command of pending) void handleCommand(command, headless, send);
      pending = [];
      void headless.stopRequested.then(() => {
        if (running === headless) running = undefined;
      });
    },
    isDemo: () => running?.isDemo ?? false,
  };
}

async function handleCommand(
  command: UtilityCommand,
  headless: Headless,
  send: (message: UtilityMessage) => void,
): Promise<void> {
  switch (command.kind) {
    case 'resume':
      return headless.handleResume();
    case 'notification_action':
      return headless
        .handleNotificationAction(command.notificationId, command.action)
        .catch((thrown: unknown) => send(failureNotification(command, thrown)));
    case 'request': {
      const { id, request } = command;
      try {
        send({ kind: 'reply', id, value: await handleRequest(request, headless) });
      } catch (thrown) {
        const code = thrown instanceof Failure ? thrown.code : 'internal';
        send({ kind: 'error', id, message: reasonOf(thrown), code });
      }
      return;
    }
    case 'close':
    case 'ping':
      return;
  }
}

/** The user is not looking at a window: report a failure as a notification. */
function failureNotification({ notificationId }: { notificationId: string }, thrown: unknown): UtilityMessage {
  const words = { title: 'Something went wrong', body: reasonOf(thrown) };
  return {
    kind: 'show',
    notification: { id: `${notificationId}.failed`, kind: 'trouble', ...words, path: '/inbox', actions: [] },
  };
}

type RequestHandlers = {
  [Name in keyof UtilityRequests]: (
    headless: Headless,
    input: UtilityRequests[Name]['input'],
  ) => Promise<UtilityRequests[Name]['answer']>;
};

const humanCaller = { origin: 'human' } as const;

const requestHandlers: RequestHandlers = {
  async sync({ dispatch }) {
    await dispatch('sync.start', {}, humanCaller);
    return null;
  },
  async pause({ dispatch }, input) {
    const { paused_until } = (await dispatch('notifications.pause', input, humanCaller)) as {
      paused_until: string | null;
    };
    return { paused_until };
  },
  sending: async ({ isSending }) => isSending(),
  enable_bridge: ({ dispatch }) => changeSetting(dispatch, 'bridge.enabled', true),
  // Stored, so that the next start also finds a free port. Programs find the page by the port file.
  other_port: ({ dispatch }) => changeSetting(dispatch, 'bridge.port', 0),
};

async function changeSetting(dispatch: Headless['dispatch'], key: string, value: boolean | number): Promise<null> {
  await dispatch('settings.change', { key, value }, humanCaller);
  return null;
}

function handleRequest<Name extends keyof UtilityRequests>(
  { name, input }: UtilityRequest & { name: Name; input: UtilityRequests[Name]['input'] },
  headless: Headless,
): Promise<UtilityRequests[Name]['answer']> {
  return requestHandlers[name](headless, input);
}

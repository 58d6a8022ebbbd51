import { findFreePort } from './free-port.ts';
import type { Repairs } from './repairs.ts';
import { Failure } from '../../daemon/base/failure.ts';
import { failureSentence } from '../../daemon/base/system-reason.ts';
import type { Headless } from '../../headless/start.ts';
import type {
  RepairChoice,
  RepairOffer,
  UtilityMessage,
  UtilityCommand,
  UtilityRequest,
  UtilityRequests,
} from '../daemon-process/utility-protocol.ts';
import { isWorkerReport, type WorkerReport } from '../daemon-process/worker-protocol.ts';

/** The used part of the port to the main process. */
type CommandPort = {
  on(event: 'message', listener: (message: { data: UtilityCommand | WorkerReport }) => void): unknown;
};

type CommandDeps = {
  send(message: UtilityMessage): void;
  /** The last working settings of this daemon are back, which does not restart it. */
  onSettingsRepaired(headless: Headless): void;
};

type CommandHandler = {
  /** Resolves when the main process wants this process to end. */
  closed: Promise<void>;
  /** Executes pending and future commands with this daemon, until it is asked to stop. */
  serve(headless: Headless): void;
  /** Executes repairs of a store whose daemon could not start. */
  serveRepairs(repairs: Repairs): void;
  /** What the running daemon offers if its mail or its settings need a repair. */
  repairOffer(): Promise<RepairOffer | undefined>;
  isDemo(): boolean;
};

/**
 * Executes the commands of the main process. Commands that arrive while no daemon runs, for example during a start, are
 * kept for the next daemon.
 */
export function createCommandHandler(port: CommandPort, deps: CommandDeps): CommandHandler {
  const { send } = deps;
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  let running: Headless | undefined;
  let offline: Repairs | undefined;
  let pending: UtilityCommand[] = [];
  port.on('message', ({ data: command }) => {
    if (isWorkerReport(command)) return;
    if (command.kind === 'close') close();
    else if (command.kind === 'ping') send({ kind: 'pong' });
    else if (running) void handleCommand(command, running, deps);
    else if (offline) void handleRepairCommand(command, offline, send);
    else pending = [...pending, command].slice(-100);
  });
  return {
    closed,
    serve(headless) {
      running = headless;
      for (const command of pending) void handleCommand(command, headless, deps);
      pending = [];
      void headless.stopRequested.then(() => {
        if (running === headless) running = undefined;
      });
    },
    serveRepairs: (repairs) => void (offline = repairs),
    repairOffer: async () => (running ? (await repairsOfDaemon(running)).offer() : undefined),
    isDemo: () => running?.isDemo ?? false,
  };
}

/** Everything else needs a daemon. */
async function handleRepairCommand(
  command: UtilityCommand,
  repairs: Repairs,
  send: (message: UtilityMessage) => void,
): Promise<void> {
  if (command.kind !== 'request') return;
  const { id, request } = command;
  await answer(id, send, () => {
    if (request.name !== 'repair') throw new Failure('unavailable', 'not_started', 'Posthorn could not start.');
    return runAndReport(repairs, request.input, send);
  });
}

async function runAndReport(
  repairs: Repairs,
  choice: RepairChoice,
  send: (message: UtilityMessage) => void,
): Promise<null> {
  await repairs.run(choice, (done, total) => send({ kind: 'repair_progress', done, total }));
  return null;
}

/** The code for repairs is loaded when it is needed. */
async function repairsOfDaemon(headless: Headless): Promise<Repairs> {
  const { repairsOf } = await import('./repairs.ts');
  return repairsOf(headless);
}

async function repairDaemon(
  headless: Headless,
  choice: RepairChoice,
  { send, onSettingsRepaired }: CommandDeps,
): Promise<null> {
  await runAndReport(await repairsOfDaemon(headless), choice, send);
  if (choice.id === 'settings') onSettingsRepaired(headless);
  return null;
}

/** Sends the result, or the failure, as the answer to the request with this id. */
async function answer(id: number, send: (message: UtilityMessage) => void, act: () => Promise<unknown>): Promise<void> {
  try {
    send({ kind: 'reply', id, value: await act() });
  } catch (thrown) {
    const code = thrown instanceof Failure ? thrown.code : 'internal';
    send({ kind: 'error', id, message: failureSentence('Couldn’t do this', thrown), code });
  }
}

async function handleCommand(command: UtilityCommand, headless: Headless, deps: CommandDeps): Promise<void> {
  const { send } = deps;
  switch (command.kind) {
    case 'resume':
      return headless.handleResume();
    case 'notification_action':
      return headless
        .handleNotificationAction(command.notificationId, command.action)
        .catch((thrown: unknown) => send(failureNotification(command, thrown)));
    case 'notification_reply':
      return headless
        .handleNotificationReply(command.notificationId, command.text)
        .catch((thrown: unknown) => send(failureNotification(command, thrown)));
    case 'request': {
      const { id, request } = command;
      return answer(id, send, () =>
        request.name === 'repair' ? repairDaemon(headless, request.input, deps) : handleRequest(request, headless),
      );
    }
    case 'close':
    case 'ping':
      return;
  }
}

/** The user is not looking at a window: report a failure as a notification. */
function failureNotification({ notificationId }: { notificationId: string }, thrown: unknown): UtilityMessage {
  const words = { title: 'Something went wrong', body: failureSentence('Couldn’t do this', thrown) };
  return {
    kind: 'show',
    notification: { id: `${notificationId}.failed`, kind: 'trouble', ...words, path: '/inbox', actions: [] },
  };
}

type DaemonRequest = Exclude<keyof UtilityRequests, 'repair'>;

type RequestHandlers = {
  [Name in DaemonRequest]: (
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
  pause_agents: (headless, { paused }) => changeSetting(headless, 'agents.paused', paused),
  async lock_passwords({ dispatch }) {
    await dispatch('secrets.lockVault', {}, humanCaller);
    return null;
  },
  enable_bridge: (headless) => changeSetting(headless, 'bridge.enabled', true),
  async save_attachment({ dispatch }, { to, ...attachment }) {
    const saved =
      to === 'temporary'
        ? dispatch('attachments.open', attachment, humanCaller)
        : dispatch('attachments.download', { ...attachment, answer: 'json' }, humanCaller);
    const { file } = (await saved) as { file: { path: string } };
    return { path: file.path };
  },
  import_files: async (headless, { paths }) => (await import('./import-files.ts')).importFiles(headless, paths),
  attach_files: async (headless, { paths }) => (await import('./attach-files.ts')).attachFiles(headless, paths),
  check_updates: (headless, { check }) => changeSetting(headless, 'updates.check', check),
  // Stored, so that the next start has the same address: the page keeps what it stores in the window by its address.
  other_port: async (headless) => changeSetting(headless, 'bridge.port', await findFreePort()),
};

async function changeSetting(
  { dispatch, settings }: Pick<Headless, 'dispatch' | 'settings'>,
  key: string,
  value: boolean | number | string,
): Promise<null> {
  try {
    await dispatch('settings.change', { key, value }, humanCaller);
  } catch (thrown) {
    // Without the mail database there is no record of the change, and no request for it.
    if (!(thrown instanceof Failure) || thrown.details['degraded'] !== true) throw thrown;
    settings.change(key, value);
  }
  return null;
}

function handleRequest<Name extends DaemonRequest>(
  { name, input }: UtilityRequest & { name: Name; input: UtilityRequests[Name]['input'] },
  headless: Headless,
): Promise<UtilityRequests[Name]['answer']> {
  return requestHandlers[name](headless, input);
}

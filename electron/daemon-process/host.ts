import type { Clock } from '../../daemon/base/clock.ts';
import type { Log } from '../../daemon/base/log.ts';
import type { CrashBackoff } from './crash-backoff.ts';
import type { StartDaemonProcess } from './daemon-process.ts';
import { findOtherInstance, waitUntilGone, type OtherInstance } from './other-instance.ts';
import type { RepairChoice, RepairOffer, UtilityMessage } from './utility-protocol.ts';
import type { Shell, ShellDeps } from '../shell/shell-port.ts';
import { closeGracefully, type QuitTimeouts } from './shutdown.ts';
import { createSupervisor } from './supervisor.ts';

/** The running app: connects the daemon process with the shell. */
export type Host = {
  /** Starts the daemon process, unless it runs. */
  start(): void;
  open(path?: string): void;
  openFiles(files: readonly string[]): void;
  attachFiles(files: readonly string[]): void;
  resumed(): void;
  /** Ends everything cleanly, including a message that is being sent. A second call resolves with the first. */
  end(): Promise<void>;
  /** Whether it has ended, so that the app may quit. */
  hasEnded(): boolean;
};

type HostDeps = {
  fork: StartDaemonProcess;
  clock: Clock;
  crashBackoff: CrashBackoff;
  quitTimeouts: QuitTimeouts;
  /** The port file of a Posthorn that runs outside the app. */
  portFile: string;
  openShell(deps: Omit<ShellDeps, 'update' | 'login' | 'trayHost' | 'isHidden' | 'stateFolder'>): Shell;
  quit(): void;
  log: Log;
};

const otherInstanceMessage = 'This window shows the Posthorn that runs outside the app.';
const finishingMessage = 'Posthorn quits as soon as a message has been sent.';

export function createHost(deps: HostDeps): Host {
  const { clock, log } = deps;
  let token: string | undefined;
  let ending: Promise<void> | undefined;
  let hasEnded = false;
  /** Whether the daemon process has reported why it cannot start. */
  let hasFailed = false;

  const setToken = (next: string | undefined) => void (token = next);

  const start = () => {
    if (ending) return;
    otherInstance.stopWatching();
    otherInstance.forget();
    daemon.start();
  };

  const daemon = createSupervisor({
    fork: deps.fork,
    clock,
    backoff: deps.crashBackoff,
    onState(state) {
      if (state.state !== 'running') setToken(undefined);
      hasFailed = false;
      shell.setProcessState(state);
    },
    onMessage: (message) =>
      handleMessage(message, {
        shell,
        setToken,
        onStartFailure(failure) {
          hasFailed = true;
          return otherInstance.handleStartFailure(failure);
        },
      }),
    log,
  });
  const shell = deps.openShell({
    log,
    clock,
    request: daemon.request,
    onNotificationAction: (notificationId, action) =>
      daemon.send({ kind: 'notification_action', notificationId, action }),
    onNotificationReply: (notificationId, text) => daemon.send({ kind: 'notification_reply', notificationId, text }),
    restart: start,
    async repair(choice) {
      await repairWithProgress(choice, { shell, request: daemon.request });
      // A running daemon restarts by itself.
      if (hasFailed) start();
    },
    useOtherInstance: () => void otherInstance.use(),
    quit: deps.quit,
    token: () => token,
  });
  const otherInstance = createOtherInstanceUse({
    portFile: deps.portFile,
    clock,
    shell,
    setToken,
    isEnding: () => ending !== undefined,
    onGone: start,
  });

  const closeAll = async () => {
    otherInstance.stopWatching();
    const onWaiting = () => shell.setProcessState({ state: 'finishing', reason: finishingMessage });
    await closeGracefully(daemon, { clock, timeouts: deps.quitTimeouts, onWaiting });
    shell.close();
    hasEnded = true;
  };
  return {
    start,
    open: shell.open,
    openFiles: shell.openFiles,
    attachFiles: shell.attachFiles,
    resumed: () => daemon.send({ kind: 'resume' }),
    end: () => (ending ??= closeAll()),
    hasEnded: () => hasEnded,
  };
}

/** A repair that fails leaves the window as it was. */
async function repairWithProgress(
  choice: RepairChoice,
  { shell, request }: { shell: Shell; request: ShellDeps['request'] },
): Promise<void> {
  shell.setRepairing({ done: 0, total: 0 });
  try {
    await request('repair', choice);
  } catch (thrown) {
    shell.setRepairing(undefined);
    throw thrown;
  }
}

type MessageDeps = {
  shell: Shell;
  setToken(token: string | undefined): void;
  onStartFailure(failure: StartFailure): Promise<void>;
};

type StartFailure = { reason: string; code: string; repair?: RepairOffer | undefined };

/** Passes a message of the daemon process on to the shell. */
function handleMessage(message: UtilityMessage, { shell, setToken, onStartFailure }: MessageDeps): void {
  switch (message.kind) {
    case 'ready':
      setToken(message.token);
      return shell.setPage({ url: message.url, isDemo: message.isDemo });
    case 'page_unavailable':
      setToken(undefined);
      return shell.setPage({
        reason: message.reason,
        remedy: message.remedy,
        ...(message.repair && { repair: message.repair }),
      });
    case 'failed':
      return void onStartFailure(message);
    case 'status':
      return shell.setStatus(message.status);
    case 'show':
      return shell.showNotification(message.notification);
    case 'update_policy':
      return shell.setUpdatePolicy(message.policy);
    case 'repair_progress':
      return shell.setRepairing({ done: message.done, total: message.total });
    case 'withdraw':
      return shell.withdrawNotifications(message.ids);
    case 'reply':
    case 'error':
    case 'pong':
    case 'shut_down':
      return;
  }
}

type OtherInstanceDeps = Pick<HostDeps, 'portFile' | 'clock'> &
  Pick<MessageDeps, 'shell' | 'setToken'> & {
    isEnding(): boolean;
    /** The other instance has ended while it was in use. */
    onGone(): void;
  };

/** Finds the instance that prevented the start of the daemon process, and shows its page if the user asks for it. */
function createOtherInstanceUse({ portFile, clock, shell, setToken, isEnding, onGone }: OtherInstanceDeps) {
  let otherInstance: OtherInstance | undefined;
  let watchAbort: AbortController | undefined;
  return {
    async handleStartFailure({ reason, code, repair }: StartFailure): Promise<void> {
      if (code !== 'already_running')
        return shell.setProcessState({ state: 'failed', reason, code, ...(repair && { repair }) });
      otherInstance = await findOtherInstance(portFile);
      if (!isEnding()) shell.setProcessState({ state: 'elsewhere', reason, hasPage: otherInstance !== undefined });
    },
    async use(): Promise<void> {
      if (!otherInstance || isEnding()) return;
      watchAbort?.abort();
      const abort = new AbortController();
      watchAbort = abort;
      setToken(otherInstance.token);
      shell.setProcessState({ state: 'elsewhere', reason: otherInstanceMessage, hasPage: false });
      shell.setPage({ url: otherInstance.url, isDemo: false });
      await waitUntilGone(otherInstance, { clock, signal: abort.signal });
      if (!abort.signal.aborted) onGone();
    },
    stopWatching(): void {
      watchAbort?.abort();
    },
    forget(): void {
      otherInstance = undefined;
    },
  };
}

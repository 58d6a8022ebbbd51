import type { Clock } from '../../daemon/base/clock.ts';
import type { Log } from '../../daemon/base/log.ts';
import type { CrashBackoff } from './crash-backoff.ts';
import type { StartDaemonProcess } from './daemon-process.ts';
import { findOtherInstance, waitUntilGone, type OtherInstance } from './other-instance.ts';
import type { UtilityMessage } from './utility-protocol.ts';
import type { Shell, ShellDeps } from '../shell/shell-port.ts';
import { closeGracefully, type QuitTimeouts } from './shutdown.ts';
import { createSupervisor } from './supervisor.ts';

/** The running app: connects the daemon process with the shell. */
export type Host = {
  /** Starts the daemon process, unless it runs. */
  start(): void;
  open(path?: string): void;
  resumed(): void;
  /** Ends everything cleanly, including a message that is being sent. A second call resolves with the first. */
  end(): Promise<void>;
  /** Whether it has ended, so that the app may quit. */
  hasEnded(): boolean;
};

export type HostDeps = {
  fork: StartDaemonProcess;
  clock: Clock;
  crashBackoff: CrashBackoff;
  quitTimeouts: QuitTimeouts;
  /** The port file of a Posthorn that runs outside the app. */
  portFile: string;
  openShell(deps: Omit<ShellDeps, 'update' | 'login' | 'isHidden' | 'stateFolder'>): Shell;
  quit(): void;
  log: Log;
};

const otherInstanceMessage = 'Posthorn shows the mail of the one that runs outside this window.';
const finishingMessage = 'Posthorn ends as soon as a message has been handed over.';

export function createHost({
  fork,
  clock,
  crashBackoff,
  quitTimeouts,
  portFile,
  openShell,
  quit,
  log,
}: HostDeps): Host {
  let token: string | undefined;
  let otherInstance: OtherInstance | undefined;
  let watchAbort: AbortController | undefined;
  let ending: Promise<void> | undefined;
  let hasEnded = false;

  const handleMessage = (message: UtilityMessage) => {
    switch (message.kind) {
      case 'ready':
        token = message.token;
        return shell.setPage({ url: message.url, isDemo: message.isDemo });
      case 'page_unavailable':
        token = undefined;
        return shell.setPage({ reason: message.reason, remedy: message.remedy });
      case 'failed':
        return void handleStartFailure(message);
      case 'status':
        return shell.setStatus(message.status);
      case 'show':
        return shell.showNotification(message.notification);
      case 'withdraw':
        return shell.withdrawNotifications(message.ids);
      case 'reply':
      case 'error':
      case 'pong':
      case 'shut_down':
        return;
    }
  };

  const handleStartFailure = async ({ reason, code }: { reason: string; code: string }) => {
    if (code !== 'already_running') return shell.setProcessState({ state: 'failed', reason, code });
    otherInstance = await findOtherInstance(portFile);
    if (!ending) shell.setProcessState({ state: 'elsewhere', reason, hasPage: otherInstance !== undefined });
  };

  const useOtherInstance = async () => {
    if (!otherInstance || ending) return;
    watchAbort?.abort();
    const abort = new AbortController();
    watchAbort = abort;
    token = otherInstance.token;
    shell.setProcessState({ state: 'elsewhere', reason: otherInstanceMessage, hasPage: false });
    shell.setPage({ url: otherInstance.url, isDemo: false });
    await waitUntilGone(otherInstance, { clock, signal: abort.signal });
    if (!abort.signal.aborted) start();
  };

  const start = () => {
    if (ending) return;
    watchAbort?.abort();
    otherInstance = undefined;
    daemon.start();
  };

  const daemon = createSupervisor({
    fork,
    clock,
    backoff: crashBackoff,
    onState(state) {
      if (state.state !== 'running') token = undefined;
      shell.setProcessState(state);
    },
    onMessage: handleMessage,
    log,
  });
  const shell = openShell({
    log,
    request: daemon.request,
    onNotificationAction: (notificationId, action) =>
      daemon.send({ kind: 'notification_action', notificationId, action }),
    restart: start,
    useOtherInstance: () => void useOtherInstance(),
    quit,
    token: () => token,
  });

  const closeAll = async () => {
    watchAbort?.abort();
    await closeGracefully(daemon, {
      clock,
      timeouts: quitTimeouts,
      onWaiting: () => shell.setProcessState({ state: 'finishing', reason: finishingMessage }),
    });
    shell.close();
    hasEnded = true;
  };
  return {
    start,
    open: shell.open,
    resumed: () => daemon.send({ kind: 'resume' }),
    end: () => (ending ??= closeAll()),
    hasEnded: () => hasEnded,
  };
}

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { reasonOf } from '../../daemon/base/failure.ts';
import type { DesktopNotification } from '../../daemon/notifications/desktop.ts';
import { createNodeNotifierBackend } from './node-notifier-backend.ts';
import { createNotifySendBackend } from './notify-send-backend.ts';
import type { NotifierDeps, NotifierBackend, NotifierBackendDeps } from './notifier-backend.ts';

export type Notifier = {
  /** Shows it, in place of the one with the same id. Never throws. */
  show(notice: DesktopNotification): void;
  withdraw(ids: readonly string[]): void;
  /** Closes the notifications, because their answers would be lost. */
  close(): Promise<void>;
};

const execFileAsync = promisify(execFile);
/** Milliseconds in which a program prints its version. The backend stays the same after that, so it is ample. */
const versionTimeoutMs = 30_000;
/** Milliseconds a stop waits until the notifications are closed. */
const closeTimeoutMs = 3_000;

/** Shows notifications with the backend of the system, which is chosen on first use. */
export function createNotifier(deps: NotifierDeps): Notifier {
  let backend: Promise<NotifierBackend> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let hasReported = false;
  /** Something was to be shown, so there may be something to take away. */
  let isUsed = false;
  let isClosing = false;
  const reportFailure = (failed: unknown) => {
    if (hasReported) return;
    hasReported = true;
    deps.log.warn({ reason: reasonOf(failed) }, 'notifications cannot be shown on this desktop');
  };
  const selectedBackend = () => (backend ??= selectBackend({ ...deps, reportFailure }));
  /** In sequence, so that a replacement knows the notification it replaces. */
  const enqueue = (operation: (selectedBackend: NotifierBackend) => Promise<unknown>) => {
    last = last.then(async () => operation(await selectedBackend())).catch(reportFailure);
  };
  return {
    show(notice) {
      if (deps.platform === 'linux' && !mayHaveSessionBus(process.env))
        reportFailure(new Error('There is no session bus.'));
      else {
        isUsed = true;
        enqueue(async (each) => isClosing || each.show(notice));
      }
    },
    withdraw(ids) {
      if (isUsed) for (const id of ids) enqueue((each) => each.withdraw(id));
    },
    async close() {
      isClosing = true;
      if (isUsed) enqueue((each) => each.close());
      const timeout = new Promise((resolve) => setTimeout(resolve, closeTimeoutMs).unref());
      await Promise.race([last, timeout]);
    },
  };
}

/** Whether programs can find a session bus, which carries notifications on Linux; a server without a desktop has none. */
function mayHaveSessionBus(env: NodeJS.ProcessEnv): boolean {
  const { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: folder, DISPLAY: display } = env;
  const file = address ? /^unix:path=([^,;%]+)(?:,[^;]*)?$/.exec(address)?.[1] : folder && `${folder}/bus`;
  if (file) return existsSync(file) || (!address && Boolean(display));
  return Boolean(address || display);
}

async function selectBackend(deps: NotifierBackendDeps): Promise<NotifierBackend> {
  const canWait = deps.platform === 'linux' && (await canNotifySendWait());
  return canWait ? createNotifySendBackend(deps) : createNodeNotifierBackend(deps);
}

/** libnotify waits for an answer, and reports it, from 0.8 on; without `stdbuf` it reports too late what it shows. */
async function canNotifySendWait(): Promise<boolean> {
  try {
    const { stdout } = await execFileAsync('stdbuf', ['-o0', 'notify-send', '--version'], {
      timeout: versionTimeoutMs,
    });
    const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(stdout) ?? []).map(Number);
    return major > 0 || minor >= 8;
  } catch {
    // Missing, or without a version: the other backend reports the problem.
    return false;
  }
}

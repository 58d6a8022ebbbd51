import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from '../daemon/base/failure.ts';
import type { Log } from '../daemon/base/log.ts';
import { endProcess } from '../daemon/base/stuck-workers.ts';
import type { BridgeState } from '../daemon/daemon.ts';
import { openNativeDesktop, type NativeDesktop, type NativeDesktopDeps } from './notifications/native-desktop.ts';
import { parentEnded } from './parent-process.ts';
import { projectRoot } from './project.ts';
import { runHeadless } from './run.ts';
import { startHeadless, type Headless, type HeadlessOptions } from './start.ts';

/**
 * Runs daemon and bridge without a window, as the command-line arguments state. `umask` is that of the user, for programs
 * that are started for the user. Throws what `runHeadless` throws.
 */
export async function main(args: readonly string[], { umask }: { umask: number }): Promise<void> {
  const openInBrowser = browserOpener(umask);
  const { values } = parseArgs({
    options: { demo: { type: 'string' }, 'bridge-port': { type: 'string' }, open: { type: 'boolean' } },
    args: args.map((arg) => (arg === '--demo' ? '--demo=5000' : arg)),
  });
  const options = {
    demo: parseWholeNumber(values.demo, '--demo', 200_000),
    // Tests and benchmarks start the demo without a browser, and count its mail.
    demoArrivals: values.open,
    bridgePort: parseWholeNumber(values['bridge-port'], '--bridge-port', 65_535),
  };
  // Listens from the first moment on: a stop during the start is executed cleanly after it.
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    void parentEnded().then(resolve);
  });
  let running: Headless | undefined;
  process.on('uncaughtException', (thrown) => {
    if (running?.survives(thrown)) return;
    process.stderr.write(`${thrown.stack ?? thrown.message}\n`);
    endProcess(1);
  });
  let mayOpen = values.open;
  const desktops = desktopNotifications(openInBrowser);
  await runHeadless(
    options,
    {
      stopped,
      onStart(headless) {
        running = headless;
        desktops.onStart(headless);
        if (headless.configTrouble !== undefined) process.stderr.write(`${headless.configTrouble}\n`);
      },
      onBridge(state, { pageAddress }) {
        process.stdout.write(`${bridgeStatusText(state)}\n`);
        const address = mayOpen ? pageAddress() : undefined;
        if (address !== undefined) openInBrowser(address);
        mayOpen = false;
      },
    },
    (startOptions) => startHeadless({ ...startOptions, notifications: desktops.notificationsFor(startOptions) }),
  );
  await desktops.close();
}

/** The desktop, only for the owner's own accounts: a demo and tests show no notifications. */
function desktopNotifications(openInBrowser: (url: string) => void) {
  let running: Headless | undefined;
  let current: NativeDesktop | undefined;
  const close = async () => current?.close();

  const open = (path: string) => {
    const address = running?.access().pageAddress(path);
    if (address !== undefined) openInBrowser(address);
  };
  const openDesktop = (log: Log) => {
    void close();
    const onAction: NativeDesktopDeps['onAction'] = (notificationId, action) =>
      void running?.handleNotificationAction(notificationId, action).catch((failed: unknown) => {
        log.error({ err: failed }, 'what was asked for from a notification could not be done');
      });
    return (current = openNativeDesktop({
      log,
      open,
      onAction,
      soundFolder: join(projectRoot, 'resources', 'chimes'),
    }));
  };
  return {
    notificationsFor: ({ demo }: HeadlessOptions) =>
      demo === undefined && process.env['SVC_TEST'] !== '1' ? openDesktop : undefined,
    onStart: (headless: Headless) => void (running = headless),
    close,
  };
}

function bridgeStatusText({ url, trouble }: BridgeState): string {
  if (url === null) return `Posthorn is running without its web interface. ${trouble ?? ''}`.trim();
  return trouble === null ? `Posthorn is at ${url}` : `Posthorn is at ${url}. ${trouble}`;
}

function parseWholeNumber(text: string | undefined, name: string, max: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= max) return value;
  throw new Failure('invalid', 'bad_argument', `${name} must be a whole number from 0 to ${max}, not "${text}".`);
}

/**
 * Opens an address. Best effort: it has been printed, and a machine without a browser is not an error. A browser that is
 * started by this gets the user's own umask, for the files that it saves.
 */
function browserOpener(umask: number): (url: string) => void {
  const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
    darwin: ['open'],
    win32: ['cmd', '/c', 'start', ''],
  };
  const opener = openers[process.platform] ?? ['xdg-open'];
  const [command, ...words]: string[] =
    process.platform === 'win32'
      ? opener
      : ['sh', '-c', 'umask "$1" && shift && exec "$@"', 'sh', umask.toString(8), ...opener];
  return (url) =>
    spawn(command ?? '', [...words, url], { stdio: 'ignore', detached: true })
      .on('error', () => undefined)
      .unref();
}

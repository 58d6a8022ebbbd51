import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { waitLimitMs } from '../../daemon/test-until.ts';

/** A notification as the user sees it; `actions` are labels by name. */
type ShownNotification = {
  id: number;
  app: string;
  title: string;
  body: string;
  actions: Record<string, string>;
};

export type NotificationServer = {
  /** The address of its bus, for DBUS_SESSION_BUS_ADDRESS. */
  address: string;
  /** All notifications so far, in order, and the numbers of closed ones. */
  shown: ShownNotification[];
  closed: number[];
  /** Waits until it holds, and checks again after each message. Throws after a time limit. */
  until(what: string, condition: () => boolean): Promise<void>;
  /** The user presses an action of a notification, or with `default` the notification itself. */
  press(id: number, action: string): void;
  stop(): Promise<void>;
};

const python = '/usr/bin/python3';
const modules = '/usr/lib/python3/dist-packages';

/** Why tests with notifications are skipped, as a reason that begins with `peer:`; undefined if they can run. */
export function notificationServerMissing(): string | undefined {
  if (process.platform !== 'linux') return 'peer: Notifications over D-Bus are of Linux only.';
  const needed = ['/usr/bin/dbus-daemon', '/usr/bin/notify-send', python, join(modules, 'dbus'), join(modules, 'gi')];
  const missing = needed.find((path) => !existsSync(path));
  return (
    missing &&
    `peer: Notifications need ${missing}, which is not here (apt-get install dbus libnotify-bin python3-dbus python3-gi).`
  );
}

/** Starts a separate session bus, and on it a server that records its notifications. */
export async function startNotificationServer(): Promise<NotificationServer> {
  const missing = notificationServerMissing();
  if (missing) throw new Error(missing);
  const bus = launchProcess(['/usr/bin/dbus-daemon', '--session', '--nofork', '--print-address=1'], {});
  const address = await firstLine(bus);
  const server = launchProcess([python, join(import.meta.dirname, 'notification-server.py')], {
    DBUS_SESSION_BUS_ADDRESS: address,
  });
  const shown: ShownNotification[] = [];
  const closed: number[] = [];
  const waiting = new Set<() => void>();
  const ready = Promise.withResolvers<void>();
  server.lines.on('line', (line) => {
    const message = JSON.parse(line) as { ready?: true; shown?: ShownNotification; closed?: number };
    if (message.ready) ready.resolve();
    if (message.shown) shown.push(message.shown);
    if (message.closed !== undefined) closed.push(message.closed);
    for (const check of waiting) check();
  });
  const stop = async () => {
    for (const { child, exited } of [server, bus]) {
      child.kill('SIGKILL');
      await exited;
    }
  };
  const failed = server.exited.then(() =>
    Promise.reject(new Error(`The notification server ended: ${server.stderrText()}`)),
  );
  failed.catch(() => undefined);
  await Promise.race([ready.promise, failed]).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    address,
    shown,
    closed,
    until(what, condition) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const timeout = setTimeout(
        () => reject(new Error(`It did not come to pass that ${what}; shown: ${JSON.stringify(shown)}`)),
        waitLimitMs,
      );
      const check = () => condition() && resolve();
      waiting.add(check);
      check();
      return promise.finally(() => {
        clearTimeout(timeout);
        waiting.delete(check);
      });
    },
    press: (id, action) => void server.child.stdin?.write(`${JSON.stringify({ id, action })}\n`),
    stop,
  };
}

function launchProcess([command = '', ...args]: readonly string[], env: NodeJS.ProcessEnv) {
  const child: ChildProcess = spawn(command, args, { stdio: 'pipe', env: { ...process.env, ...env } });
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const exited = once(child, 'exit').finally(() => process.off('exit', killAtExit));
  let stderrText = '';
  child.stderr?.on('data', (text) => (stderrText = (stderrText + String(text)).slice(-2_000)));
  if (!child.stdout) throw new Error(`${command} has no output to read.`);
  return { child, exited, lines: createInterface(child.stdout), stderrText: () => stderrText };
}

async function firstLine({ lines, exited, stderrText }: ReturnType<typeof launchProcess>): Promise<string> {
  const line = await Promise.race([
    once(lines, 'line', { signal: AbortSignal.timeout(waitLimitMs) }).then(([first]) => String(first)),
    exited.then(() => undefined),
  ]);
  if (line === undefined) throw new Error(`The session bus ended at its start: ${stderrText()}`);
  return line;
}

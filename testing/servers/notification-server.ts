import { join } from 'node:path';
import { waitLimitMs } from '../../daemon/test-until.ts';
import { launchProcess, missingForBus, python, startSessionBus } from './session-bus.ts';

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

/** Why tests with notifications are skipped, as a reason that begins with `peer:`; undefined if they can run. */
export function notificationServerMissing(): string | undefined {
  return missingForBus('Notifications', ['/usr/bin/notify-send']);
}

/** Starts a separate session bus, and on it a server that records its notifications. */
export async function startNotificationServer(): Promise<NotificationServer> {
  const missing = notificationServerMissing();
  if (missing) throw new Error(missing);
  const bus = await startSessionBus();
  const { address } = bus;
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
    await server.kill();
    await bus.stop();
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

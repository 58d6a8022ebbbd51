import type { Clock } from '../../daemon/base/clock.ts';
import type { Log } from '../../daemon/base/log.ts';
import type { Environment } from '../../daemon/config/paths.ts';
import { openSessionBus, type SessionBus } from '../../daemon/config/secrets/session-bus.ts';
import type { TrayHost } from '../shell/shell-port.ts';

type TrayHostDeps = { platform: NodeJS.Platform; env: Environment; clock: Pick<Clock, 'wait'>; log: Log };

/** Milliseconds between two attempts to reach the session bus. */
const reconnectMs = 30_000;

const watcherName = 'org.kde.StatusNotifierWatcher';
const watcher = { path: '/StatusNotifierWatcher', interface: watcherName };
const busDaemon = { to: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' };

/** macOS and Windows always show icons in the menu bar and the notification area. */
const constantHost: TrayHost = { isPresent: () => true, onChange: () => undefined, close: () => undefined };

/**
 * Follows whether the panel of a Linux desktop shows tray icons (freedesktop.org StatusNotifierItem). Electron creates an
 * icon also where nothing shows it, and does not say so. Without an answer there is no host.
 */
export function watchTrayHost({ platform, env, clock, log }: TrayHostDeps): TrayHost {
  if (platform !== 'linux') return constantHost;
  const closing = new AbortController();
  const listeners = new Set<() => void>();
  let isPresent = false;
  const set = (next: boolean) => {
    if (next === isPresent || closing.signal.aborted) return;
    isPresent = next;
    for (const listener of listeners) listener();
  };
  void follow({ env, clock, log, signal: closing.signal, set });
  return {
    isPresent: () => isPresent,
    onChange: (listener) => void listeners.add(listener),
    close: () => closing.abort(),
  };
}

type FollowDeps = Omit<TrayHostDeps, 'platform'> & { signal: AbortSignal; set(isPresent: boolean): void };

async function follow({ env, clock, log, signal, set }: FollowDeps): Promise<void> {
  while (!signal.aborted) {
    try {
      const bus = await openSessionBus(env, signal);
      if (!bus) return;
      const close = () => bus.close();
      signal.addEventListener('abort', close, { once: true });
      await watchHost(bus, signal, set);
      await bus.ended;
    } catch (thrown) {
      if (!signal.aborted) log.warn({ err: thrown }, 'the session bus cannot be asked for a tray');
    }
    set(false);
    await clock.wait(reconnectMs, signal);
  }
}

async function watchHost(bus: SessionBus, signal: AbortSignal, set: FollowDeps['set']): Promise<void> {
  const check = async () => set(await isHostRegistered(bus, signal));
  const checkQuietly = () => void check().catch(() => set(false));
  for (const member of ['StatusNotifierHostRegistered', 'StatusNotifierHostUnregistered'])
    await bus.onSignal({ ...watcher, member }, checkQuietly, signal);
  const { path, interface: daemonInterface } = busDaemon;
  await bus.onSignal(
    { path, interface: daemonInterface, member: 'NameOwnerChanged' },
    ([name]) => name === watcherName && checkQuietly(),
    signal,
  );
  await check();
}

async function isHostRegistered(bus: SessionBus, signal: AbortSignal): Promise<boolean> {
  // A call to a name without an owner would start a service for it.
  const owned = { ...busDaemon, member: 'NameHasOwner', signature: 's', body: [watcherName] };
  const [hasOwner] = await bus.call(owned, signal);
  if (hasOwner !== true) return false;
  const [registered] = await bus.call(
    {
      to: watcherName,
      path: watcher.path,
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Get',
      signature: 'ss',
      body: [watcherName, 'IsStatusNotifierHostRegistered'],
    },
    signal,
  );
  return registered === true;
}

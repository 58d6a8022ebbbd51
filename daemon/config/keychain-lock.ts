import { openSessionBus, type BusCall, type SessionBus } from './keychain-bus.ts';
import type { BusValue } from './keychain-bus-values.ts';
import type { Environment } from './paths.ts';

/** What is to be opened: the entry of that service and name, or the place where a changed one is put. */
export type LockWish = {
  service: string;
  name: string;
  isToWrite: boolean;
  /** Whether the person may be asked to unlock it. */
  mayAsk: boolean;
};

/** `none`: there is no such entry. `unknown`: nobody says, and the entry must be asked for to learn it. */
export type Lock = 'open' | 'locked' | 'none' | 'unknown';

export type OpenLock = (wish: LockWish, signal: AbortSignal) => Promise<Lock>;

const service = { to: 'org.freedesktop.secrets', path: '/org/freedesktop/secrets' };
const face = (name: string) => `org.freedesktop.Secret.${name}`;
const nothing = '/';

/**
 * Whether an entry of the Secret Service (freedesktop.org, draft 0.2) can be had, after the person was asked where it is
 * locked and they may be. libsecret says of a locked entry that there is none, and blocks a thread while it asks; this does
 * neither.
 */
export function secretServiceLock(env: Environment): OpenLock {
  return async (wish, signal) => {
    const bus = await openSessionBus(env, signal).catch(() => undefined);
    // Where no bus answers, what is asked next says so in its own words.
    if (!bus) return 'unknown';
    try {
      return await opened(bus, wish, signal);
    } catch (failed) {
      if (signal.aborted) throw failed;
      return 'unknown';
    } finally {
      bus.close();
    }
  };
}

async function opened(bus: SessionBus, wish: LockWish, signal: AbortSignal): Promise<Lock> {
  const { state, locked } = await (wish.isToWrite ? placeForNew(bus, signal) : entry(bus, wish, signal));
  if (state !== 'locked' || !wish.mayAsk) return state;
  return (await isUnlocked(bus, locked, signal)) ? 'open' : 'locked';
}

type Found = { state: Lock; locked: BusValue[] };

async function entry(bus: SessionBus, wish: LockWish, signal: AbortSignal): Promise<Found> {
  const attributes = [
    ['account', wish.name],
    ['service', wish.service],
  ];
  const search = { interface: face('Service'), member: 'SearchItems', signature: 'a{ss}', body: [attributes] };
  const [open = [], locked = []] = (await bus.call({ ...service, ...search }, signal)) as BusValue[][];
  if (open.length > 0) return { state: 'open', locked: [] };
  return { state: locked.length > 0 ? 'locked' : 'none', locked };
}

async function placeForNew(bus: SessionBus, signal: AbortSignal): Promise<Found> {
  const alias = { interface: face('Service'), member: 'ReadAlias', signature: 's', body: ['default'] };
  const [path = nothing] = await bus.call({ ...service, ...alias }, signal);
  // Where there is no keychain yet, the first secret makes one.
  if (path === nothing) return { state: 'unknown', locked: [] };
  const locked = { member: 'Get', signature: 'ss', body: [face('Collection'), 'Locked'] };
  const question: BusCall = {
    to: service.to,
    path: String(path),
    interface: 'org.freedesktop.DBus.Properties',
    ...locked,
  };
  const [isLocked] = await bus.call(question, signal);
  return { state: isLocked === true ? 'locked' : 'open', locked: [path] };
}

/** Asks the person, and waits for what they do. A service that wants nobody asked unlocks at once. */
async function isUnlocked(bus: SessionBus, locked: BusValue[], signal: AbortSignal): Promise<boolean> {
  const unlock = { interface: face('Service'), member: 'Unlock', signature: 'ao', body: [locked] };
  const [open = [], path = nothing] = await bus.call({ ...service, ...unlock }, signal);
  if (path === nothing) return (open as BusValue[]).length > 0;
  const prompt = { path: String(path), interface: face('Prompt') };
  const completed = await bus.next({ ...prompt, member: 'Completed' }, signal);
  await bus.call({ to: service.to, ...prompt, member: 'Prompt', signature: 's', body: [''] }, signal);
  const [isDismissed] = await completed();
  return isDismissed === false;
}

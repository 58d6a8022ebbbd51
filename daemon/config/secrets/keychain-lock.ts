import { openSessionBus, type BusCall, type SessionBus } from './session-bus.ts';
import type { BusValue } from './dbus-values.ts';
import type { Environment } from '../paths.ts';

/** What to unlock: the entry of that service and name, or the collection where a changed entry is stored. */
export type LockRequest = {
  service: string;
  name: string;
  isToWrite: boolean;
  /** Whether the user may be prompted to unlock it. */
  canPrompt: boolean;
};

/** `none`: there is no such entry. `unknown`: the state cannot be determined, and only reading the entry can show it. */
export type LockState = 'open' | 'locked' | 'none' | 'unknown';

export type UnlockEntry = (request: LockRequest, signal: AbortSignal) => Promise<LockState>;

const service = { to: 'org.freedesktop.secrets', path: '/org/freedesktop/secrets' };
const secretInterface = (name: string) => `org.freedesktop.Secret.${name}`;
const noObjectPath = '/';

/**
 * Whether an entry of the Secret Service (freedesktop.org, draft 0.2) is readable; if it is locked and prompting is allowed,
 * the user is prompted first. libsecret reports a locked entry as missing and blocks a thread while it prompts; this
 * function does neither.
 */
export function secretServiceLock(env: Environment): UnlockEntry {
  return async (request, signal) => {
    const bus = await openSessionBus(env, signal).catch(() => undefined);
    // If no bus answers, the next keychain call reports its own error.
    if (!bus) return 'unknown';
    try {
      return await unlockIfAllowed(bus, request, signal);
    } catch (failed) {
      if (signal.aborted) throw failed;
      return 'unknown';
    } finally {
      bus.close();
    }
  };
}

async function unlockIfAllowed(bus: SessionBus, request: LockRequest, signal: AbortSignal): Promise<LockState> {
  const { state, lockedPaths } = await (request.isToWrite
    ? defaultCollection(bus, signal)
    : findEntry(bus, request, signal));
  if (state !== 'locked' || !request.canPrompt) return state;
  return (await isUnlocked(bus, lockedPaths, signal)) ? 'open' : 'locked';
}

type EntryLock = { state: LockState; lockedPaths: BusValue[] };

async function findEntry(bus: SessionBus, request: LockRequest, signal: AbortSignal): Promise<EntryLock> {
  const attributes = [
    ['account', request.name],
    ['service', request.service],
  ];
  const search = {
    interface: secretInterface('Service'),
    member: 'SearchItems',
    signature: 'a{ss}',
    body: [attributes],
  };
  const [open = [], lockedPaths = []] = (await bus.call({ ...service, ...search }, signal)) as BusValue[][];
  if (open.length > 0) return { state: 'open', lockedPaths: [] };
  return { state: lockedPaths.length > 0 ? 'locked' : 'none', lockedPaths };
}

async function defaultCollection(bus: SessionBus, signal: AbortSignal): Promise<EntryLock> {
  const alias = { interface: secretInterface('Service'), member: 'ReadAlias', signature: 's', body: ['default'] };
  const [path = noObjectPath] = await bus.call({ ...service, ...alias }, signal);
  // If there is no keychain yet, the first secret creates it.
  if (path === noObjectPath) return { state: 'unknown', lockedPaths: [] };
  const locked = { member: 'Get', signature: 'ss', body: [secretInterface('Collection'), 'Locked'] };
  const question: BusCall = {
    to: service.to,
    path: String(path),
    interface: 'org.freedesktop.DBus.Properties',
    ...locked,
  };
  const [isLocked] = await bus.call(question, signal);
  return { state: isLocked === true ? 'locked' : 'open', lockedPaths: [path] };
}

/** Prompts the user and waits for the result. A service that needs no prompt unlocks immediately. */
async function isUnlocked(bus: SessionBus, locked: BusValue[], signal: AbortSignal): Promise<boolean> {
  const unlock = { interface: secretInterface('Service'), member: 'Unlock', signature: 'ao', body: [locked] };
  const [open = [], path = noObjectPath] = await bus.call({ ...service, ...unlock }, signal);
  if (path === noObjectPath) return (open as BusValue[]).length > 0;
  const prompt = { path: String(path), interface: secretInterface('Prompt') };
  const completed = await bus.waitForSignal({ ...prompt, member: 'Completed' }, signal);
  await bus.call({ to: service.to, ...prompt, member: 'Prompt', signature: 's', body: [''] }, signal);
  const [isDismissed] = await completed();
  return isDismissed === false;
}

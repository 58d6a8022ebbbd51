import type { AppUpdater, UpdateInfo } from 'electron-updater';
import type { Clock } from '../../daemon/base/clock.ts';
import { reasonOf } from '../../daemon/base/failure.ts';
import { failureSentence } from '../../daemon/base/system-reason.ts';
import type { Log } from '../../daemon/base/log.ts';
import type { UpdateState } from '../../daemon/contract/desktop.ts';
import type { Updates } from '../shell/shell-port.ts';
import type { UpdateMode, UpdatePolicy } from './update-policy.ts';

/** The used part of electron-updater. */
export type UpdateSource = Pick<
  AppUpdater,
  | 'on'
  | 'checkForUpdates'
  | 'downloadUpdate'
  | 'quitAndInstall'
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'allowDowngrade'
  | 'allowPrerelease'
  | 'logger'
>;

type UpdaterDeps = {
  mode: UpdateMode;
  /** Loads electron-updater on first use. */
  load(): Promise<UpdateSource>;
  /** Rejects unless the release key has signed this offer. */
  verify(info: UpdateInfo): Promise<void>;
  /** Ends everything cleanly, sends included, so that the quit that installs is not delayed. */
  shutDown(): Promise<void>;
  /** Starts the app again unchanged, if the update could not be installed. */
  relaunch(): void;
  log: Log;
};

/** Milliseconds in which the feed has to answer. */
const checkTimeoutMs = 60_000;

/**
 * Updates by electron-updater, which reads what the feed offers this installation (a staged release is offered to a part
 * of them at a time), and accepts only what is signed as this build is. Nothing is downloaded before the release key has
 * signed the offer. Installed at the next quit, or at once by `install`.
 */
export function createUpdates(deps: UpdaterDeps): Updates {
  const { mode, shutDown, relaunch, log } = deps;
  const current = createState(mode);
  let policy: UpdatePolicy | undefined;
  let source: Promise<UpdateSource> | undefined;
  let offered: UpdateInfo | undefined;
  let isInstalling = false;

  const fail = (thrown: unknown) => {
    log.warn({ err: thrown }, 'the update failed');
    if (isInstalling) return relaunch();
    // A fetched and verified update stays ready, whatever the result of a later check.
    if (!current.is('ready')) current.set({ state: 'failed', reason: failureText(thrown) });
  };
  const page = mode.kind === 'check_only' ? mode.page : null;
  const offer = (info: UpdateInfo) => {
    offered = info;
    current.set({ state: 'available', version: info.version, page });
  };
  const updaterOnce = () => {
    source ??= loadUpdater(deps, { setState: current.set, offer, offered: () => offered, fail });
    return source.catch((thrown: unknown) => {
      source = undefined;
      throw thrown;
    });
  };

  const download = async () => {
    if (!current.is('available') || mode.kind !== 'install' || !offered)
      throw new Error('There is no new version to download.');
    current.set({ state: 'downloading', version: offered.version, percent: 0 });
    try {
      await withTimeout(deps.verify(offered));
      await (await updaterOnce()).downloadUpdate();
    } catch (thrown) {
      fail(thrown);
    }
  };

  return {
    mode,
    state: current.get,
    async check() {
      if (current.is('off', 'ready', 'checking', 'downloading')) return current.get();
      current.set({ state: 'checking' });
      try {
        const updater = await updaterOnce();
        await withTimeout(updater.checkForUpdates());
      } catch (thrown) {
        fail(thrown);
      }
      // There was no event if the updater itself skipped the check.
      if (current.is('checking')) current.set({ state: 'none' });
      if (current.is('available') && policy?.download && mode.kind === 'install') void download();
      return current.get();
    },
    download,
    async install() {
      if (!current.is('ready') || !source) throw new Error('There is no new version to install yet.');
      const updater = await source;
      isInstalling = true;
      await shutDown();
      try {
        updater.quitAndInstall(true, true);
      } catch (thrown) {
        fail(thrown);
      }
    },
    policy: () => policy,
    setPolicy(next) {
      policy = next;
      current.set(current.get());
    },
    onChange: current.onChange,
  };
}

/** The state of the update, and its listeners. */
function createState(mode: UpdateMode) {
  const listeners = new Set<(state: UpdateState) => void>();
  let state: UpdateState = mode.kind === 'off' ? { state: 'off', reason: mode.reason } : { state: 'none' };
  return {
    get: () => state,
    is: (...names: UpdateState['state'][]) => names.includes(state.state),
    set(next: UpdateState): void {
      state = next;
      for (const listener of listeners) listener(next);
    },
    onChange(listener: (state: UpdateState) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type UpdaterEvents = {
  setState(state: UpdateState): void;
  offer(info: UpdateInfo): void;
  offered(): UpdateInfo | undefined;
  fail(thrown: unknown): void;
};

async function loadUpdater({ load }: UpdaterDeps, { setState, offer, offered, fail }: UpdaterEvents) {
  const updater = await load();
  Object.assign(updater, { autoDownload: false, autoInstallOnAppQuit: true });
  Object.assign(updater, { allowDowngrade: false, allowPrerelease: false, logger: null });
  updater.on('update-not-available', () => setState({ state: 'none' }));
  updater.on('update-available', offer);
  updater.on('download-progress', ({ percent }) =>
    setState({ state: 'downloading', version: offered()?.version ?? '', percent: Math.floor(percent) }),
  );
  updater.on('update-downloaded', (info) => setState({ state: 'ready', version: info.version }));
  updater.on('error', fail);
  return updater;
}

const dayMs = 24 * 60 * 60_000;

/**
 * Looks for a new version a minute after the start and once a day, until the signal aborts; not before the user has agreed,
 * and not while `[updates]` says never.
 */
export async function checkDaily(
  updates: Updates,
  { clock, signal }: { clock: Pick<Clock, 'wait'>; signal: AbortSignal },
) {
  if (updates.mode.kind === 'off') return;
  await clock.wait(60_000, signal);
  while (!signal.aborted) {
    await untilDaily(updates, signal);
    if (signal.aborted) return;
    await updates.check();
    await clock.wait(dayMs, signal);
  }
}

function untilDaily(updates: Updates, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!signal.aborted && updates.policy()?.check !== 'daily') return;
      stop();
      signal.removeEventListener('abort', check);
      resolve();
    };
    const stop = updates.onChange(check);
    signal.addEventListener('abort', check);
    check();
  });
}

async function withTimeout<Value>(work: Promise<Value>): Promise<Value> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('ERR_TIMED_OUT')), checkTimeoutMs);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

const offlinePattern =
  /ERR_(?:INTERNET|NETWORK|NAME|CONNECTION|TIMED|ADDRESS|PROXY)|ENOTFOUND|ECONN|ETIMEDOUT|EAI_AGAIN|socket/i;

function failureText(thrown: unknown): string {
  // What follows contains a stack.
  const [reason = ''] = reasonOf(thrown).split('\n');
  if (offlinePattern.test(reason)) return 'The update server couldn’t be reached. Posthorn checks again tomorrow.';
  if (/sign|sha512|checksum/i.test(reason))
    return 'The update isn’t from Posthorn’s makers or was damaged on its way, so it wasn’t installed.';
  return failureSentence('The update failed', thrown);
}

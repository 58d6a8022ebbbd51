import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppUpdater } from 'electron-updater';
import type { Clock } from '../../daemon/base/clock.ts';
import { reasonOf } from '../../daemon/base/failure.ts';
import type { Log } from '../../daemon/base/log.ts';
import type { UpdateState } from '../../daemon/contract/desktop.ts';
import type { Updates } from '../shell/shell-port.ts';

/** The used part of electron-updater. */
export type UpdateSource = Pick<
  AppUpdater,
  | 'on'
  | 'checkForUpdates'
  | 'quitAndInstall'
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'allowDowngrade'
  | 'allowPrerelease'
  | 'logger'
>;

type UpdaterDeps = {
  /** Why this build does not update itself; undefined if it does. */
  obstacle: string | undefined;
  /** Loads electron-updater on first use. */
  load(): Promise<UpdateSource>;
  /** Ends everything cleanly, sends included, so that the quit that installs is not delayed. */
  shutDown(): Promise<void>;
  /** Starts the app again unchanged, if the update could not be installed. */
  relaunch(): void;
  log: Log;
};

/** Milliseconds in which the feed has to answer. */
const checkTimeoutMs = 60_000;

/**
 * Updates by electron-updater, which fetches what the feed offers this installation (a staged release is offered to a part
 * of them at a time), and accepts only what is signed as this build is. Installed at the next quit, or at once by
 * `install`.
 */
export function createUpdates({ obstacle, load, shutDown, relaunch, log }: UpdaterDeps): Updates {
  const listeners = new Set<(state: UpdateState) => void>();
  let state: UpdateState = obstacle === undefined ? { state: 'none' } : { state: 'off', reason: obstacle };
  let source: Promise<UpdateSource> | undefined;
  let version = '';
  let isInstalling = false;

  const setState = (next: UpdateState) => {
    state = next;
    for (const listener of listeners) listener(next);
  };
  const fail = (thrown: unknown) => {
    log.warn({ err: thrown }, 'the update failed');
    if (isInstalling) return relaunch();
    // A fetched and verified update stays ready, whatever the result of a later check.
    if (state.state !== 'ready') setState({ state: 'failed', reason: failureText(thrown) });
  };
  const prepare = async () => {
    const updater = await load();
    Object.assign(updater, { autoDownload: true, autoInstallOnAppQuit: true });
    Object.assign(updater, { allowDowngrade: false, allowPrerelease: false, logger: null });
    updater.on('update-not-available', () => setState({ state: 'none' }));
    updater.on('update-available', (info) => {
      ({ version } = info);
      setState({ state: 'downloading', version, percent: 0 });
    });
    updater.on('download-progress', ({ percent }) =>
      setState({ state: 'downloading', version, percent: Math.floor(percent) }),
    );
    updater.on('update-downloaded', (info) => setState({ state: 'ready', version: info.version }));
    updater.on('error', fail);
    return updater;
  };

  return {
    state: () => state,
    async check() {
      if (['off', 'ready', 'checking', 'downloading'].includes(state.state)) return state;
      setState({ state: 'checking' });
      try {
        source ??= prepare();
        const updater = await source.catch((thrown: unknown) => {
          source = undefined;
          throw thrown;
        });
        await withTimeout(updater.checkForUpdates());
      } catch (thrown) {
        fail(thrown);
      }
      // There was no event if the updater itself skipped the check.
      if (state.state === 'checking') setState({ state: 'none' });
      return state;
    },
    async install() {
      if (state.state !== 'ready' || !source) throw new Error('There is no new version to install yet.');
      const updater = await source;
      isInstalling = true;
      await shutDown();
      try {
        updater.quitAndInstall(true, true);
      } catch (thrown) {
        fail(thrown);
      }
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const dayMs = 24 * 60 * 60_000;

/** Looks for a new version a minute after the start and once a day, until the signal aborts. */
export async function checkDaily(
  updates: Updates,
  { clock, signal }: { clock: Pick<Clock, 'wait'>; signal: AbortSignal },
) {
  if (updates.state().state === 'off') return;
  await clock.wait(60_000, signal);
  while (!signal.aborted) {
    await updates.check();
    await clock.wait(dayMs, signal);
  }
}

/**
 * The data that electron-builder writes into `package.json`: whether the packages were signed, and whether they have a
 * feed.
 */
type PackageManifest = { posthorn?: { signed?: boolean; feed?: boolean } };

/**
 * Why this build does not update itself, in a sentence; undefined if it does. `root` is the folder of package.json,
 * `resources` the folder of that name in the packed app.
 */
export function updateObstacle({
  isPackaged,
  platform,
  root,
  resources,
}: {
  isPackaged: boolean;
  platform: NodeJS.Platform;
  root: string;
  resources: string;
}): string | undefined {
  if (!isPackaged) return 'Posthorn is running from its source folder. To update it, update that folder.';
  if (platform === 'linux' && existsSync(join(resources, 'package-type')))
    return 'Posthorn was installed with your package manager. Use that to update it.';
  const { posthorn } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageManifest;
  if (!posthorn?.signed)
    return 'This copy of Posthorn isn’t signed, so it can’t update automatically. Install a newer version to update.';
  if (!posthorn.feed) return 'This copy of Posthorn has no update server. Install a newer version to update.';
  return undefined;
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
  const reason = reasonOf(thrown);
  if (offlinePattern.test(reason)) return 'The update server couldn’t be reached. Posthorn checks again tomorrow.';
  if (/sign|sha512|checksum/i.test(reason)) return 'The signature of the update is invalid, so it wasn’t installed.';
  return `The update failed: ${reason.split('\n')[0]?.slice(0, 200)}`;
}

import { app, dialog, powerMonitor } from 'electron';
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../daemon/base/clock.ts';
import { reasonOf } from '../daemon/base/failure.ts';
import { openLog, type Log } from '../daemon/base/log.ts';
import { instances, resolvePaths, type Environment, type Paths } from '../daemon/config/paths.ts';
import { projectRoot } from '../headless/project.ts';
import { usualCrashPace, type CrashPace } from './backoff.ts';
import { daemonStarter } from './daemon-process.ts';
import { linksIn, ownSchemes, pathOfLink } from './deep-link.ts';
import { createHost, type Host } from './host.ts';
import { hiddenWord, loginItem } from './login.ts';
import { usualQuitPace, type QuitPace } from './shutdown.ts';
import type { Shell, ShellParts } from './shell-port.ts';
import { checkDaily, openUpdates, updateObstacle, type UpdateSource } from './updater.ts';

export type DesktopOptions = {
  /** The path of the daemon process's program. */
  utility: string;
  openShell(parts: ShellParts): Shell;
  loadUpdater(): Promise<UpdateSource>;
  argv?: readonly string[];
  env?: Environment;
  crashPace?: CrashPace;
  quitPace?: QuitPace;
};

/**
 * The desktop app: one instance, one daemon process, and what the person sees of it. A second instance hands over what it was
 * asked to open and ends. Resolves when the daemon process has been started.
 */
export async function runDesktop(options: DesktopOptions): Promise<void> {
  const { argv = process.argv, env = process.env } = options;
  const paths = pathsOrEnd(env);
  if (!paths) return;
  const links = linksIn(argv);
  const isHidden = argv.includes(hiddenWord);
  if (!app.requestSingleInstanceLock({ links, isHidden })) return app.quit();

  const wishes = openingWishes(links);
  await app.whenReady();
  const log = logOf(paths);
  try {
    const host = hostOf(options, { paths, log, isHidden: isHidden || wasOpenedAtLogin() });
    claimScheme();
    followSystem(host, log);
    host.start();
    wishes.follow((path) => host.open(path));
  } catch (thrown) {
    log.fatal({ err: thrown }, 'the app could not be started');
    dialog.showErrorBox('Posthorn could not start', reasonOf(thrown));
    app.exit(1);
  }
}

/** Where the app keeps what is no mail. Each instance has its own, so that one from source never meets one that is installed. */
function pathsOrEnd(env: Environment): Paths | undefined {
  try {
    const instance = app.isPackaged ? instances.release : instances.source;
    const paths = resolvePaths({ env, platform: process.platform, home: homedir(), instance });
    const folder = join(paths.dataDir, 'desktop');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    app.setPath('userData', folder);
    if (process.platform === 'win32') app.setAppUserModelId('app.posthorn.desktop');
    return paths;
  } catch (thrown) {
    dialog.showErrorBox('Posthorn could not start', reasonOf(thrown));
    app.quit();
    return undefined;
  }
}

function logOf({ dataDir }: Paths): Log {
  try {
    return openLog({ file: join(dataDir, 'logs', 'desktop.log') });
  } catch (thrown) {
    // The daemon says what is wrong with the folder. What this process has to say goes to standard error.
    const log = openLog({ stderr: true });
    log.warn({ err: thrown }, 'the log of the desktop app cannot be written');
    return log;
  }
}

function hostOf(
  { utility, openShell, loadUpdater, env = process.env, crashPace, quitPace }: DesktopOptions,
  { paths, log, isHidden }: { paths: Paths; log: Log; isHidden: boolean },
): Host {
  const { isPackaged } = app;
  const { platform, execPath, resourcesPath } = process;
  const looking = new AbortController();
  const host = createHost({
    fork: daemonStarter({ program: utility, words: isPackaged ? ['--release'] : [] }),
    clock: systemClock,
    crashPace: crashPace ?? usualCrashPace,
    quitPace: quitPace ?? usualQuitPace,
    portFile: paths.bridgePortFile,
    quit: () => app.quit(),
    log,
    openShell(parts) {
      const update = openUpdates({
        obstacle: updateObstacle({ isPackaged, platform, root: projectRoot, resources: resourcesPath }),
        load: loadUpdater,
        end: () => host.end(),
        relaunch,
        log,
      });
      void checkDaily(update, { clock: systemClock, signal: looking.signal });
      const login = loginItem({ platform, isPackaged, env, program: execPath });
      return openShell({ ...parts, update, login, isHidden, folder: app.getPath('userData') });
    },
  });
  app.once('will-quit', () => looking.abort());
  return host;
}

function relaunch(): void {
  app.relaunch();
  app.quit();
}

/** What the person, or a program of theirs, asks to have opened. What comes before there is anything to open it in is kept. */
function openingWishes(links: readonly string[]): { follow(open: (path?: string) => void): void } {
  let waiting: (string | undefined)[] = links.map(pathOfLink).filter((path) => path !== undefined);
  let open: (path?: string) => void = (path) => waiting.push(path);
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const path = pathOfLink(url);
    if (path !== undefined) open(path);
  });
  app.on('second-instance', (_event, _words, _folder, handedOver) => {
    const { links: others, isHidden } = wishesIn(handedOver);
    const [path] = others.map(pathOfLink).filter((each) => each !== undefined);
    if (path !== undefined || !isHidden) open(path);
  });
  return {
    follow(next) {
      open = next;
      app.on('activate', () => next());
      for (const path of waiting) next(path);
      waiting = [];
    },
  };
}

/** It comes from another process. */
function wishesIn(handedOver: unknown): { links: string[]; isHidden: boolean } {
  const { links, isHidden } = (handedOver ?? {}) as { links?: unknown; isHidden?: unknown };
  const texts = Array.isArray(links) ? links.filter((link) => typeof link === 'string') : [];
  return { links: linksIn(texts), isHidden: isHidden === true };
}

/** macOS passes no words to what it opens when the person signs in. */
function wasOpenedAtLogin(): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}

/** Mail links are only taken over where the person says so. */
function claimScheme(): void {
  if (app.isPackaged) app.setAsDefaultProtocolClient(ownSchemes[0]);
}

/** Ends in good order whoever asks for it, and follows the sleep of the computer. */
function followSystem(host: Host, log: Log): void {
  app.on('before-quit', (event) => {
    if (host.isOver()) return;
    event.preventDefault();
    void host.end().then(() => app.quit());
  });
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    app.quit();
  });
  // Windows tells windows, not the app, that the person signs out.
  app.on('browser-window-created', (_event, window) => void window.on('session-end', () => app.quit()));
  powerMonitor.on('suspend', () => log.info('the computer goes to sleep'));
  powerMonitor.on('resume', () => host.resumed());
  app.on('child-process-gone', (_event, { type, reason, exitCode, name }) =>
    log.warn({ type, reason, code: exitCode, name }, 'a process of the app is gone'),
  );
  const quit = () => app.quit();
  const report = (thrown: unknown) =>
    log.fatal({ err: thrown }, 'the main process failed in a way nobody had reckoned with');
  process.on('uncaughtExceptionMonitor', report);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, quit);
  app.once('quit', () => {
    process.removeListener('uncaughtExceptionMonitor', report);
    for (const signal of signals) process.removeListener(signal, quit);
  });
}

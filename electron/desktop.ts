import { app, BaseWindow, crashReporter, dialog, powerMonitor, session } from 'electron';
import type { UpdateInfo } from 'electron-updater';
import { mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { systemClock } from '../daemon/base/clock.ts';
import { systemReason } from '../daemon/base/system-reason.ts';
import { openLog, type Log } from '../daemon/base/log.ts';
import { instances, resolvePaths, type Environment, type Paths } from '../daemon/config/paths.ts';
import { projectRoot } from '../headless/project.ts';
import { defaultCrashBackoff, type CrashBackoff } from './daemon-process/crash-backoff.ts';
import { moveToApplications } from './applications-folder.ts';
import { reportErrors } from './report-errors.ts';
import { daemonStarter } from './daemon-process/daemon-process.ts';
import { linksIn, ownSchemes, pathOfLink } from './deep-link.ts';
import { removeOldCrashFiles } from './problem-report/crash-files.ts';
import { createHost, type Host } from './daemon-process/host.ts';
import { attachmentsIn, mailFilesIn } from './opened-files.ts';
import { hiddenFlag, loginItem } from './login-item.ts';
import { defaultQuitTimeouts, type QuitTimeouts } from './daemon-process/shutdown.ts';
import { watchTrayHost } from './menus/tray-host.ts';
import type { Shell, ShellDeps } from './shell/shell-port.ts';
import { feedFileName, verifyFeed } from './updates/signed-feed.ts';
import { updateMode, type PackageManifest } from './updates/update-policy.ts';
import { checkDaily, createUpdates, type UpdateSource } from './updates/updater.ts';

type DesktopOptions = {
  /** The path of the daemon process's program. */
  utilityPath: string;
  openShell(deps: ShellDeps): Shell;
  loadUpdater(): Promise<UpdateSource>;
  argv?: readonly string[];
  env?: Environment;
  platform?: NodeJS.Platform;
  crashBackoff?: CrashBackoff;
  quitTimeouts?: QuitTimeouts;
};

/**
 * The desktop app: one instance, one daemon process, and the shell. A second instance passes on its links and ends.
 * Resolves when the daemon process has been started.
 */
export async function runDesktop(options: DesktopOptions): Promise<void> {
  const { argv = process.argv, env = process.env } = options;
  const paths = resolvePathsOrQuit(env);
  if (!paths) return;
  const links = linksIn(argv);
  // From source the path of the app comes first.
  const attachments = attachmentsIn(argv.slice(process.defaultApp ? 2 : 1), process.cwd());
  const files = attachments.length > 0 ? [] : mailFilesIn(argv.slice(1), process.cwd());
  const isHidden = argv.includes(hiddenFlag);
  if (!app.requestSingleInstanceLock({ links, files, attachments, isHidden })) return app.quit();

  const openRequests = collectOpenRequests({ links, files, attachments });
  await app.whenReady();
  const log = openDesktopLog(paths);
  try {
    if (await moveToApplications({ platform: process.platform, stateFolder: app.getPath('userData'), log })) return;
    const host = createDesktopHost(options, { paths, log, isHidden: isHidden || wasOpenedAtLogin() });
    registerUrlScheme();
    handleSystemEvents(host, log, options.platform);
    host.start();
    openRequests.forwardTo(host);
  } catch (thrown) {
    log.fatal({ err: thrown }, 'the app could not be started');
    dialog.showErrorBox('Posthorn couldn’t start', startFailureText(thrown));
    app.exit(1);
  }
}

/**
 * The folder for app data other than mail. Each instance has its own, so that one from source never meets an installed one.
 */
function resolvePathsOrQuit(env: Environment): Paths | undefined {
  try {
    const instance = app.isPackaged ? instances.release : instances.source;
    const paths = resolvePaths({ env, platform: process.platform, home: homedir(), instance });
    const folder = join(paths.dataDir, 'desktop');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    app.setPath('userData', folder);
    keepCrashFiles(join(folder, 'crashes'));
    // Windows shows notifications only of an id that a shortcut has: that of the installer, or of Electron from source.
    if (process.platform === 'win32') app.setAppUserModelId(app.isPackaged ? 'app.posthorn.desktop' : process.execPath);
    return paths;
  } catch (thrown) {
    dialog.showErrorBox('Posthorn couldn’t start', startFailureText(thrown));
    app.quit();
    return undefined;
  }
}

/** There may be no log yet, so an error that is not known is shown as it is. */
function startFailureText(thrown: unknown): string {
  const { path } = thrown instanceof Error ? (thrown as NodeJS.ErrnoException) : {};
  return path === undefined ? systemReason(thrown) : `${path} can’t be used: ${systemReason(thrown)}.`;
}

/** Crashes of any process of the app leave a file on this computer. None is ever sent. */
function keepCrashFiles(folder: string): void {
  app.setPath('crashDumps', folder);
  removeOldCrashFiles(folder, systemClock.now());
  crashReporter.start({ uploadToServer: false });
}

function openDesktopLog({ dataDir }: Paths): Log {
  try {
    return openLog({ file: join(dataDir, 'logs', 'desktop.log') });
  } catch (thrown) {
    // The daemon reports problems with the folder. This process logs to standard error.
    const log = openLog({ stderr: true });
    log.warn({ err: thrown }, 'the log of the desktop app cannot be written');
    return log;
  }
}

function createDesktopHost(
  { utilityPath, openShell, loadUpdater, env = process.env, crashBackoff, quitTimeouts }: DesktopOptions,
  { paths, log, isHidden }: { paths: Paths; log: Log; isHidden: boolean },
): Host {
  const { isPackaged } = app;
  const { platform, execPath } = process;
  const updateChecks = new AbortController();
  const host = createHost({
    fork: daemonStarter({ program: utilityPath, args: utilityArguments() }),
    clock: systemClock,
    crashBackoff: crashBackoff ?? defaultCrashBackoff,
    quitTimeouts: quitTimeouts ?? defaultQuitTimeouts,
    portFile: paths.bridgePortFile,
    quit: () => app.quit(),
    log,
    openShell(deps) {
      const update = createUpdates({
        ...updateSource({ isPackaged, platform, env }),
        load: loadUpdater,
        shutDown: () => host.end(),
        relaunch,
        log,
      });
      void checkDaily(update, { clock: systemClock, signal: updateChecks.signal });
      const trayHost = watchTrayHost({ platform, env, clock: systemClock, log });
      app.once('will-quit', trayHost.close);
      const login = loginItem({ platform, isPackaged, env, program: execPath });
      return openShell({ ...deps, update, login, trayHost, isHidden, stateFolder: app.getPath('userData') });
    },
  });
  app.once('will-quit', () => updateChecks.abort());
  return host;
}

/** What the utility process has to know of this one. */
function utilityArguments(): string[] {
  const isSandboxOff = app.commandLine.hasSwitch('no-sandbox');
  return [...(app.isPackaged ? ['--release'] : []), ...(isSandboxOff ? ['--no-window-sandbox'] : [])];
}

/** How this build is updated, and how its offers are verified. */
function updateSource(build: { isPackaged: boolean; platform: NodeJS.Platform; env: Environment }) {
  const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as PackageManifest;
  const feed = manifest.posthorn?.feed;
  return {
    mode: updateMode({ ...build, manifest }),
    verify(info: UpdateInfo): Promise<void> {
      if (!feed) throw new Error('This copy of Posthorn has no update server.');
      // The session of the windows sends no requests to other hosts.
      const fetchUrl = (url: string) => session.fromPartition('electron-updater').fetch(url);
      return verifyFeed(info, { feed, file: feedFileName(build.platform, process.arch), fetchUrl });
    },
  };
}

function relaunch(): void {
  app.relaunch();
  app.quit();
}

/** Files that one start opens. */
const maxOpened = 100;

type OpenRequests = { links: readonly string[]; files: readonly string[]; attachments: readonly string[] };
type OpenTarget = Pick<Host, 'open' | 'openFiles' | 'attachFiles'>;

/** The links and files that the user, or a program, asks to open. What arrives before there is a shell is kept. */
function collectOpenRequests({ links, files, attachments }: OpenRequests): { forwardTo(target: OpenTarget): void } {
  let pending: ((target: OpenTarget) => void)[] = [];
  let target: OpenTarget | undefined;
  const request = (act: (to: OpenTarget) => void) => (target ? act(target) : void pending.push(act));
  const openPaths = (paths: readonly (string | undefined)[]) => {
    for (const path of paths) if (path !== undefined) request((to) => to.open(path));
  };
  const openFiles = (opened: readonly string[]) => {
    if (opened.length > 0) request((to) => to.openFiles(opened));
  };
  const attachFiles = (given: readonly string[]) => {
    if (given.length > 0) request((to) => to.attachFiles(given));
  };
  openPaths(links.map(pathOfLink));
  openFiles(files);
  attachFiles(attachments);
  app.on('open-url', (event, url) => {
    event.preventDefault();
    openPaths([pathOfLink(url)]);
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    openFiles(mailFilesIn([path], '/'));
  });
  app.on('second-instance', (_event, _words, _folder, additionalData) => {
    const second = parseSecondInstanceData(additionalData);
    const [path] = second.links.map(pathOfLink).filter((each) => each !== undefined);
    openFiles(second.files);
    attachFiles(second.attachments);
    const hasFiles = second.files.length + second.attachments.length > 0;
    if (path !== undefined) openPaths([path]);
    else if (!second.isHidden && !hasFiles) request((to) => to.open());
  });
  return {
    forwardTo(next) {
      target = next;
      app.on('activate', () => next.open());
      for (const act of pending) act(next);
      pending = [];
    },
  };
}

/** It comes from another process. */
function parseSecondInstanceData(additionalData: unknown): OpenRequests & { isHidden: boolean } {
  const { links, files, attachments, isHidden } = (additionalData ?? {}) as Record<string, unknown>;
  const textsOf = (value: unknown) => (Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []);
  return {
    links: linksIn(textsOf(links)),
    files: mailFilesIn(textsOf(files), '/').slice(0, maxOpened),
    attachments: textsOf(attachments)
      .filter((path) => isAbsolute(path))
      .slice(0, maxOpened),
    isHidden: isHidden === true,
  };
}

/** macOS passes no arguments to an app that it opens at sign-in. */
function wasOpenedAtLogin(): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}

/** Mail links are taken over only after the user agrees. */
function registerUrlScheme(): void {
  if (app.isPackaged) app.setAsDefaultProtocolClient(ownSchemes[0]);
}

/**
 * Windows asks windows, not apps, when the user signs out, and waits until the app has ended, sends included. An app that was
 * started hidden has no window yet, so it gets one that is never shown.
 */
function waitWithSignOut(host: Host): void {
  const sentinel = new BaseWindow({ show: false, skipTaskbar: true, width: 1, height: 1 });
  sentinel.on('query-session-end', (event) => {
    if (host.hasEnded()) return;
    event.preventDefault();
    app.quit();
  });
  app.once('quit', () => sentinel.destroy());
}

/** Ends cleanly on every request to end, and follows the sleep of the computer. */
function handleSystemEvents(host: Host, log: Log, platform: NodeJS.Platform = process.platform): void {
  app.on('before-quit', (event) => {
    if (host.hasEnded()) return;
    event.preventDefault();
    void host.end().then(() => app.quit());
  });
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    app.quit();
  });
  if (platform === 'win32') waitWithSignOut(host);
  powerMonitor.on('suspend', () => log.info('the computer goes to sleep'));
  powerMonitor.on('resume', () => host.resumed());
  app.on('child-process-gone', (_event, { type, reason, exitCode, name }) =>
    log.warn({ type, reason, code: exitCode, name }, 'a process of the app is gone'),
  );
  const quit = () => app.quit();
  const stopReporting = reportErrors(log);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, quit);
  app.once('quit', () => {
    stopReporting();
    for (const signal of signals) process.removeListener(signal, quit);
  });
}

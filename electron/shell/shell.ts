import { app, type WebContents } from 'electron';
import { join } from 'node:path';
import { projectRoot } from '../../headless/project.ts';
import { createAttachmentActions } from '../attachments/attachment-actions.ts';
import { setQuickActions } from '../menus/quick-actions.ts';
import { announceNewVersion } from '../updates/whats-new.ts';
import { createFileOpener } from './open-files.ts';
import { createProblemReports } from '../problem-report/problem-report.ts';
import { createUpdateQuestion, type UpdateQuestion } from '../updates/ask-about-updates.ts';
import { handlePageRequests } from '../window/page-ipc.ts';
import type { ExtraWindows } from '../window/extra-windows.ts';
import { openLastView, type LastViewStore } from '../window/last-view.ts';
import { lastViewUrl } from '../window/last-view-html.ts';
import { openWindowState } from '../window/window-state.ts';
import { keepReachable } from './keep-reachable.ts';
import { createNotificationCenter, type NotificationCenter } from './notifications.ts';
import {
  applyAction,
  applyRemedy,
  openExternally,
  printPage,
  reportFailure,
  showFailure,
  type ShellActionDeps,
} from './shell-actions.ts';
import type { ProcessState, Shell, ShellDeps } from './shell-port.ts';
import { openShellWindow } from './shell-window.ts';
import { openStatusDisplay, type StatusDisplay } from './status-display.ts';

/** Creates the visible parts of the app. To be called once Electron is ready. */
export function openShell(deps: ShellDeps): Shell {
  const system = { platform: process.platform, hasDevTools: !app.isPackaged, now: () => deps.clock.now() };
  const { platform } = system;
  const state = openWindowState(deps.stateFolder, deps.log);
  const lastView = openLastView({ ...system, folder: deps.stateFolder, version: app.getVersion(), log: deps.log });
  let isEnding = false;
  const install = () => installUpdate(deps.update, (next) => void (isEnding = next));
  const { window, extra, spellChecker, isOwn } = openShellWindow({
    ...system,
    state,
    login: deps.login,
    quit: deps.quit,
    isEnding: () => isEnding,
    hasTray: () => display.hasTray(),
    onChange() {
      display.onWindowChange();
      updateQuestion.askIfReady();
    },
    onSpellingChange: () => display.showMenu(),
    openExternally,
    applyRemedy: (remedy) => applyRemedy(remedy, actionDeps),
  });
  const actionDeps: ShellActionDeps = {
    ...deps,
    ...system,
    window,
    extra,
    spellChecker,
    install,
    resetMenu: () => display.showMenu(true),
  };
  const display = openStatusDisplay({
    ...system,
    token: deps.token,
    log: deps.log,
    trayHost: deps.trayHost,
    update: deps.update.state(),
    lastView: () => startingView(lastView, { path: state.current().path, now: system.now() }),
    window,
    spellChecker,
    onAction: (action) => applyAction(action, actionDeps),
  });
  const { open, origin, isPageFocused } = window;
  const updateQuestion = createUpdateQuestion({ ...deps, isPageFocused });
  const notificationCenter = createNotificationCenter({
    platform,
    open,
    isPageFocused,
    onAction: deps.onNotificationAction,
    onReply: deps.onNotificationReply,
    log: deps.log,
  });
  const stopHandlingPage = handlePageRequests({
    ...deps,
    isOwn,
    origin,
    state,
    platform,
    update: { ...deps.update, install },
    lastView,
    ...pageServices(deps, system),
  });
  const unsubscribeUpdates = deps.update.onChange((next) => display.update({ update: next }));
  // Electron would quit; here a closed window is created again when it is opened.
  app.on('window-all-closed', () => undefined);

  setQuickActions(platform, open);
  announceNewVersion({ version: app.getVersion(), isHidden: deps.isHidden, open, state });
  display.update({});
  if (!deps.isHidden) open();
  const stopKeeping = keepReachable({ ...deps, platform, window, hasTray: display.hasTray });
  return {
    ...shellMethods(deps, { display, extra, lastView, updateQuestion, notificationCenter, open }),
    close() {
      isEnding = true;
      for (const stop of [stopKeeping, notificationCenter.close, unsubscribeUpdates, stopHandlingPage]) stop();
      for (const part of [display, extra, window]) part.close();
    },
  };
}

/** What the page asks of the app beside what the app shows. */
function pageServices(
  { request, stateFolder }: Pick<ShellDeps, 'request' | 'stateFolder'>,
  { platform, now }: { platform: NodeJS.Platform; now(): Date },
) {
  return {
    print: (contents: WebContents) => printPage({ contents: () => contents }),
    attachments: createAttachmentActions({ request, platform }),
    problemReports: createProblemReports({ stateFolder, now }),
  };
}

type ShellParts = {
  display: StatusDisplay;
  extra: ExtraWindows;
  lastView: LastViewStore;
  updateQuestion: UpdateQuestion;
  notificationCenter: NotificationCenter;
  open: Shell['open'];
};

/** What the process behind the shell tells it. */
function shellMethods(
  deps: Pick<ShellDeps, 'update' | 'request'>,
  { display, extra, lastView, updateQuestion, notificationCenter, open }: ShellParts,
): Omit<Shell, 'close'> {
  const openFiles = createFileOpener({ request: deps.request, open }, (importing) =>
    reportFailure('The file wasn’t imported', importing),
  );
  return {
    setProcessState(next) {
      lastView.setShown(undefined);
      showProcessState(next, display);
    },
    setPage(page) {
      lastView.setDemo('url' in page && page.isDemo);
      extra.setPage('url' in page ? page.url : undefined);
      display.update({ page, repairing: undefined });
    },
    setRepairing: (repairing) => display.update({ repairing }),
    setStatus(status) {
      display.update({ status });
      updateQuestion.setStatus(status);
    },
    setUpdatePolicy(policy) {
      deps.update.setPolicy(policy);
      updateQuestion.askIfReady();
    },
    showNotification: notificationCenter.show,
    withdrawNotifications: notificationCenter.withdraw,
    open,
    openFiles(files) {
      open();
      openFiles(files);
    },
    attachFiles(files) {
      open();
      showFailure('The files weren’t attached', async () => {
        const { draft_path } = await deps.request('attach_files', { paths: files });
        open(`/compose/${encodeURIComponent(draft_path)}`);
      });
    },
  };
}

/** The address of the list that the page will show. */
function startingView(lastView: LastViewStore, { path, now }: { path: string; now: Date }): string | undefined {
  const view = lastView.viewFor(path);
  const url = view && lastViewUrl(view, { pageFolder: join(projectRoot, 'web', 'dist'), now });
  lastView.setShown(url === undefined ? undefined : view);
  return url;
}

function showProcessState(process: ProcessState, display: StatusDisplay): void {
  const isUp = process.state === 'running' || process.state === 'restarting' || process.state === 'finishing';
  // Without the bridge there is no page; after a crash it comes back, and the page waits for it.
  display.update({ process, repairing: undefined, ...(!isUp && { page: undefined, status: undefined }) });
}

async function installUpdate(update: ShellDeps['update'], setEnding: (isEnding: boolean) => void): Promise<void> {
  // An update closes the windows before it asks to quit.
  setEnding(true);
  try {
    await update.install();
  } catch (thrown) {
    setEnding(false);
    throw thrown;
  }
}

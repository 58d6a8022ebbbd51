import { BrowserWindow, clipboard, dialog, shell as system } from 'electron';
import { dirname, join } from 'node:path';
import { reasonOf } from '../../daemon/base/failure.ts';
import type { RepairChoice } from '../daemon-process/utility-protocol.ts';
import type { MenuAction } from '../menus/application-menu.ts';
import { pauseEnd } from '../menus/notification-pause.ts';
import type { TrayAction } from '../menus/tray-menu.ts';
import { getUpdate } from '../updates/get-update.ts';
import { showUpdateState } from '../updates/update-messages.ts';
import type { SpellChecker } from '../window/spell-checker.ts';
import type { Remedy, StatusCard } from '../window/status-card.ts';
import type { ExtraWindows } from '../window/extra-windows.ts';
import { originOf } from '../window/window-links.ts';
import { pathOf } from '../window/window-paths.ts';
import type { AppWindow } from '../window/window.ts';
import type { ShellDeps } from './shell-port.ts';

export type ShellActionDeps = Pick<
  ShellDeps,
  'request' | 'restart' | 'repair' | 'useOtherInstance' | 'quit' | 'update' | 'stateFolder'
> & {
  platform: NodeJS.Platform;
  now(): Date;
  window: AppWindow;
  extra: ExtraWindows;
  spellChecker: SpellChecker;
  /** Installs the update that is ready. */
  install(): Promise<void>;
  /** Shows the menu again, although its state is the same. */
  resetMenu(): void;
};

/** Carries out an action of the tray or the menu. */
export function applyAction(action: TrayAction | MenuAction, deps: ShellActionDeps): void {
  const { window } = deps;
  switch (action.do) {
    case 'open':
      return window.open(action.path);
    case 'pause':
      return showFailure('Notifications weren’t changed', () =>
        deps.request('pause', { until: pauseEnd(action.duration, deps.now()) }),
      );
    case 'pause_agents':
      return showFailure(action.paused ? 'The agents weren’t paused' : 'The agents weren’t resumed', () =>
        deps.request('pause_agents', { paused: action.paused }),
      );
    case 'sync':
      return showFailure('Mail wasn’t synced', () => deps.request('sync', null));
    case 'lock':
      return showFailure('The passwords weren’t locked', () => deps.request('lock_passwords', null));
    case 'restart':
      return deps.restart();
    case 'use_other':
      return deps.useOtherInstance();
    case 'get_update':
      return showFailure('The update wasn’t downloaded', () => getUpdate(deps.update));
    case 'install':
      return showFailure('The update wasn’t installed', deps.install);
    case 'quit':
      return deps.quit();
    case 'zoom':
      return window.zoom(action.by);
    case 'spelling':
      // The checkbox has changed by itself, also if the user has declined.
      return void deps.spellChecker.setEnabled(action.on).then(deps.resetMenu);
    case 'spell_language':
      deps.spellChecker.toggleLanguage(action.code);
      // The checkbox of the last language has changed by itself.
      return deps.resetMenu();
    case 'print':
      return showFailure('Couldn’t print', () => printPage({ contents: () => focusedWindow(window)?.webContents }));
    case 'reload':
      if (isMain(focusedWindow(window), window)) return window.reload();
      return focusedWindow(window)?.webContents.reload();
    case 'open_window':
      return deps.extra.open(action.path ?? shownPath(focusedWindow(window)) ?? '/');
    case 'check_update':
      return void deps.update.check().then(showUpdateState);
    case 'close_window':
      return focusedWindow(window)?.close();
  }
}

/** The main window, or the one of the others that has the focus. */
function focusedWindow(window: AppWindow): BrowserWindow | undefined {
  return BrowserWindow.getFocusedWindow() ?? window.window();
}

function isMain(focused: BrowserWindow | undefined, window: AppWindow): boolean {
  return focused === window.window();
}

function shownPath(focused: BrowserWindow | undefined): string | undefined {
  const url = focused?.webContents.getURL();
  return url === undefined || originOf(url) === undefined ? undefined : pathOf(url);
}

/** Carries out what the user chose on a card. */
export function applyRemedy(remedy: Remedy | RepairChoice, deps: ShellActionDeps): void {
  if (typeof remedy !== 'string') return showFailure('The repair failed', () => repairIfConfirmed(remedy, deps));
  switch (remedy) {
    case 'restart':
    case 'use_other':
    case 'quit':
    case 'reload':
      return applyAction({ do: remedy }, deps);
    case 'enable_bridge':
    case 'other_port':
      return showFailure('Couldn’t repair it', () => deps.request(remedy, null));
    case 'free_space':
      return showFailure('The settings of the disk couldn’t be opened', () => openDiskSettings(deps));
    case 'folder':
      return void system.openPath(dirname(deps.stateFolder));
    case 'log':
      // The folder of the app is beside that of the logs.
      return void system.openPath(join(dirname(deps.stateFolder), 'logs'));
    case 'copy':
      return void clipboard.writeText(copiedText(deps.window.card()));
  }
}

function copiedText(card: StatusCard | undefined): string {
  return [card?.reason, card?.detail].filter((part) => part !== undefined).join('\n');
}

/** Only this repair loses something that may still be readable. */
async function repairIfConfirmed(choice: RepairChoice, { repair }: ShellActionDeps): Promise<void> {
  if (choice.id !== 'start_over') return repair(choice);
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: 'Start over from your servers?',
    detail:
      'All mail is fetched again. You lose what is kept only on this computer: snoozes, reminders and imported mail. The old files are kept in a folder.',
    buttons: ['Start over', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  });
  if (response === 0) await repair(choice);
}

/** Linux has no settings that all desktops share: its users get the folder. */
async function openDiskSettings({ platform, stateFolder }: ShellActionDeps): Promise<void> {
  if (platform === 'darwin') await system.openExternal('x-apple.systempreferences:com.apple.settings.Storage');
  else if (platform === 'win32') await system.openExternal('ms-settings:storagesense');
  else await system.openPath(dirname(stateFolder));
}

export function openExternally(url: string): void {
  showFailure('The link couldn’t be opened', () => system.openExternal(url));
}

/** Prints the page. Rejects with a sentence if that is not possible. */
export function printPage(window: Pick<AppWindow, 'contents'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const contents = window.contents();
    if (!contents) return reject(new Error('There is no window to print from. Open Posthorn first.'));
    contents.print({ printBackground: false }, (isPrinted, reason) => {
      // Closing the dialog means no.
      if (isPrinted || /cancel/i.test(reason)) resolve();
      else reject(new Error('Check that the printer is connected and turned on, and try again.'));
    });
  });
}

/** Does it, and shows the failure as a message under this title. */
export function showFailure(failure: string, operation: () => Promise<unknown>): void {
  void reportFailure(failure, operation);
}

/** As `showFailure`; resolves when it is done, or the user has read why not. */
export async function reportFailure(failure: string, operation: () => Promise<unknown>): Promise<void> {
  try {
    await operation();
  } catch (thrown) {
    await dialog.showMessageBox({ type: 'warning', message: failure, detail: reasonOf(thrown), buttons: ['OK'] });
  }
}

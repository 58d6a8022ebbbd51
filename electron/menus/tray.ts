import { Menu, nativeImage, nativeTheme, Tray, type MenuItemConstructorOptions, type NativeImage } from 'electron';
import { join } from 'node:path';
import type { Log } from '../../daemon/base/log.ts';
import { projectRoot } from '../../headless/project.ts';
import { trayAppearance, statusText, unreadText, type AppStatus, type TrayAppearance } from './app-status.ts';
import { trayMenu, type TrayAction, type TrayItem } from './tray-menu.ts';

type AppTray = {
  /** Shows the current state. */
  show(appStatus: AppStatus): void;
  close(): void;
};

type TrayDeps = {
  log: Log;
  platform: NodeJS.Platform;
  now(): Date;
  onAction(action: TrayAction): void;
};

/**
 * The tray icon, with its menu. Undefined if the system refuses it.
 *
 * A click opens the window, except on macOS, where it opens the menu. On Linux it depends on the panel whether a click, a
 * double click or nothing activates an icon; so the menu contains all actions. It is set again at every change, because an item
 * that is changed afterwards keeps its old form.
 */
export function openTray(deps: TrayDeps): AppTray | undefined {
  let appStatus: AppStatus | undefined;
  const tray = createTray(trayImage('offline', deps.platform), deps.log);
  if (!tray) return undefined;
  let shownMenu = '';
  const updateImage = () => appStatus && tray.setImage(trayImage(trayAppearance(appStatus), deps.platform));
  nativeTheme.on('updated', updateImage);
  if (deps.platform !== 'darwin') tray.on('click', () => deps.onAction({ do: 'open' }));
  return {
    show(next) {
      appStatus = next;
      updateImage();
      tray.setToolTip(tooltip(next));
      if (deps.platform === 'darwin') tray.setTitle(titleOf(next));
      const items = trayMenu(next, deps.now());
      // Setting the menu closes an open one.
      if (shownMenu === (shownMenu = JSON.stringify(items))) return;
      tray.setContextMenu(Menu.buildFromTemplate(items.map((item) => nativeItem(item, deps.onAction))));
    },
    close() {
      nativeTheme.off('updated', updateImage);
      tray.destroy();
    },
  };
}

function createTray(image: NativeImage, log: Log): Tray | undefined {
  try {
    return new Tray(image);
  } catch (thrown) {
    log.warn({ err: thrown }, 'the tray icon could not be created: closing the window keeps it in the taskbar');
    return undefined;
  }
}

/**
 * The tray icon: on macOS black and transparent, which the system colours; on Windows for a light or a dark taskbar. On
 * Linux the colour of the panel is unknown, so the icon is brass, which is visible on both.
 */
function trayImage(appearance: TrayAppearance, platform: NodeJS.Platform): NativeImage {
  const file = (kind: string) => join(projectRoot, 'resources', 'icons', 'tray', `${appearance}${kind}.png`);
  if (platform === 'darwin') {
    const image = nativeImage.createFromPath(file('Template'));
    image.setTemplateImage(true);
    return image;
  }
  if (platform !== 'win32') return nativeImage.createFromPath(file('-any'));
  return nativeImage.createFromPath(file(nativeTheme.shouldUseDarkColorsForSystemIntegratedUI ? '-dark' : '-light'));
}

function tooltip(appStatus: AppStatus): string {
  const { status, process } = appStatus;
  const unread = status && process.state === 'running' ? `, ${unreadText(status.unread)}` : '';
  return `Posthorn${unread}\n${statusText(appStatus)}`;
}

function titleOf({ status, process }: AppStatus): string {
  return process.state === 'running' && status && status.unread > 0 ? String(status.unread) : '';
}

function nativeItem(item: TrayItem, onAction: TrayDeps['onAction']): MenuItemConstructorOptions {
  if ('isSeparator' in item) return { type: 'separator' };
  // A single & marks a mnemonic of a menu on Windows and Linux.
  const label = item.label.replaceAll('&', '&&');
  if ('items' in item) return { label, submenu: item.items.map((each) => nativeItem(each, onAction)) };
  const { action, isDisabled } = item;
  return { label, enabled: !isDisabled, ...(action && { click: () => onAction(action) }) };
}

import { Menu, nativeImage, nativeTheme, Tray, type MenuItemConstructorOptions, type NativeImage } from 'electron';
import { join } from 'node:path';
import type { Log } from '../daemon/base/log.ts';
import { projectRoot } from '../headless/project.ts';
import { lookOf, statusWords, unreadWords, type Glance, type Look } from './glance.ts';
import { trayMenu, type TrayAct, type TrayItem } from './tray-menu.ts';

export type AppTray = {
  /** Shows how everything is. */
  show(glance: Glance): void;
  close(): void;
};

export type TrayParts = {
  log: Log;
  platform: NodeJS.Platform;
  now(): Date;
  act(act: TrayAct): void;
};

/**
 * The icon beside the clock, with its menu. Undefined where the system has no place for one.
 *
 * On Linux a click opens the menu, whatever we would like; so all that can be done stands in it, and it is set anew at
 * every change, for an item that is changed afterwards stays as it was.
 */
export function openTray(parts: TrayParts): AppTray | undefined {
  let glance: Glance | undefined;
  const tray = trayWith(imageFor('offline', parts.platform), parts.log);
  if (!tray) return undefined;
  let menu = '';
  const image = () => glance && tray.setImage(imageFor(lookOf(glance), parts.platform));
  nativeTheme.on('updated', image);
  if (parts.platform === 'win32') tray.on('click', () => parts.act({ do: 'open' }));
  return {
    show(next) {
      glance = next;
      image();
      tray.setToolTip(tooltip(next));
      if (parts.platform === 'darwin') tray.setTitle(titleOf(next));
      const items = trayMenu(next, parts.now());
      // A menu that is set anew closes the one that is open.
      if (menu === (menu = JSON.stringify(items))) return;
      tray.setContextMenu(Menu.buildFromTemplate(items.map((item) => native(item, parts.act))));
    },
    close() {
      nativeTheme.off('updated', image);
      tray.destroy();
    },
  };
}

function trayWith(image: NativeImage, log: Log): Tray | undefined {
  try {
    return new Tray(image);
  } catch (thrown) {
    log.warn({ err: thrown }, 'there is no tray icon here: closing the window quits');
    return undefined;
  }
}

/**
 * What the tray shows: on macOS black and transparent, which the system colours; on Windows in the colours for a light or a
 * dark taskbar. On Linux nobody tells what colour the bar has, so there it is brass, which is seen on both.
 */
export function imageFor(look: Look, platform: NodeJS.Platform): NativeImage {
  const file = (kind: string) => join(projectRoot, 'resources', 'icons', 'tray', `${look}${kind}.png`);
  if (platform === 'darwin') {
    const image = nativeImage.createFromPath(file('Template'));
    image.setTemplateImage(true);
    return image;
  }
  if (platform !== 'win32') return nativeImage.createFromPath(file('-any'));
  return nativeImage.createFromPath(file(nativeTheme.shouldUseDarkColorsForSystemIntegratedUI ? '-dark' : '-light'));
}

function tooltip(glance: Glance): string {
  const { status, process } = glance;
  const unread = status && process.state === 'running' ? `, ${unreadWords(status.unread)}` : '';
  return `Posthorn${unread}\n${statusWords(glance)}`;
}

function titleOf({ status, process }: Glance): string {
  return process.state === 'running' && status && status.unread > 0 ? String(status.unread) : '';
}

function native(item: TrayItem, act: TrayParts['act']): MenuItemConstructorOptions {
  if ('isLine' in item) return { type: 'separator' };
  // A lone & marks the key of a menu on Windows and Linux.
  const label = item.label.replaceAll('&', '&&');
  if ('items' in item) return { label, submenu: item.items.map((each) => native(each, act)) };
  const { act: wanted, isOff } = item;
  return { label, enabled: !isOff, ...(wanted && { click: () => act(wanted) }) };
}

import { app } from 'electron';
import { readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Environment } from '../daemon/config/paths.ts';
import { isMissing, replaceFile } from '../daemon/config/private-file.ts';
import type { LoginItem } from './shell/shell-port.ts';
import { systemReason } from '../daemon/base/system-reason.ts';

/** The argument that starts the app without a window. */
export const hiddenFlag = '--hidden';

type LoginItemOptions = { platform: NodeJS.Platform; isPackaged: boolean; env: Environment; program: string };

/**
 * The start at the user's sign-in; `program` is the running program. Not available from source, where the app is not a
 * single program, nor in a Flatpak or Snap, which has an autostart folder of its own that no desktop reads.
 */
export function loginItem({ platform, isPackaged, env, program }: LoginItemOptions): LoginItem {
  if (!isPackaged)
    return unavailableItem('Posthorn is running from its source folder, so it can’t start automatically.');
  if (env['FLATPAK_ID'] || env['SNAP'])
    return unavailableItem(
      'Posthorn can’t change this here. Add it to the startup programs in the settings of your system.',
    );
  if (platform === 'linux') return autostartItem({ file: autostartFile(env), program: env.APPIMAGE || program });
  // Electron writes the path into the registry as it is, where a path with a space needs quotes.
  return systemItem(platform === 'win32' ? { path: `"${program}"`, args: [hiddenFlag] } : {});
}

function unavailableItem(reason: string): LoginItem {
  return {
    get: () => null,
    set() {
      throw new Error(reason);
    },
  };
}

/** macOS and Windows keep their own list. Only Windows passes arguments on; on macOS the app asks how it was opened. */
function systemItem(item: { path?: string; args?: string[] }): LoginItem {
  return {
    get: () => app.getLoginItemSettings(item).openAtLogin,
    set: (on) => app.setLoginItemSettings({ ...item, openAtLogin: on }),
  };
}

/** The XDG autostart specification: a desktop entry in a folder of the user. */
function autostartItem({ file, program }: { file: string; program: string }): LoginItem {
  return {
    get: () => isEntryEnabled(readIfPresent(file)),
    set(on) {
      try {
        if (on) replaceFile(file, desktopEntry(program), 0o644);
        else rmSync(file, { force: true });
      } catch (thrown) {
        throw new Error(`The autostart entry ${file} cannot be changed: ${systemReason(thrown)}`, { cause: thrown });
      }
    },
  };
}

function autostartFile({ XDG_CONFIG_HOME, HOME = homedir() }: Environment): string {
  const folder = XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(HOME, '.config');
  return join(folder, 'autostart', 'posthorn.desktop');
}

/** Desktops disable an entry by writing one of these into it. */
function isEntryEnabled(text: string | undefined): boolean {
  return text !== undefined && !/^\s*(?:Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/im.test(text);
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}

function desktopEntry(program: string): string {
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Posthorn',
    'Comment=Fetches your mail in the background',
    `Exec=${quoteExec(program)} ${hiddenFlag}`,
    'Icon=posthorn-app',
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
  ];
  return `${lines.join('\n')}\n`;
}

/** Desktop entry specification, "The Exec key": quoting comes first, then the escapes of every string value. */
function quoteExec(program: string): string {
  if (/[\p{Cc}]/u.test(program)) throw new Error('the path of Posthorn holds a line end');
  const argument = program.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%');
  return `"${argument.replaceAll('\\', '\\\\')}"`;
}

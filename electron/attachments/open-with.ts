import { dialog, type BrowserWindow } from 'electron';
import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** How to start the program that opens a file; undefined if the user has chosen none. */
export type ProgramStart = { program: string; args: readonly string[]; isVerbatim?: boolean };

type ChooseOptions = { platform: NodeJS.Platform; env: Readonly<Record<string, string | undefined>> };

/** Lets the user choose the program for a file, as the system does it. */
export async function chooseProgram(
  window: BrowserWindow,
  path: string,
  { platform, env }: ChooseOptions,
): Promise<ProgramStart | undefined> {
  if (platform === 'win32') {
    const program = join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'rundll32.exe');
    // It takes the rest of its command line as the path, without quotes; a path on Windows contains none.
    return { program, args: ['shell32.dll,OpenAs_RunDLL', path], isVerbatim: true };
  }
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    message: 'Choose the application that opens the file.',
    buttonLabel: 'Open',
    defaultPath: '/Applications',
    filters: [{ name: 'Applications', extensions: ['app'] }],
    properties: ['openFile'],
  });
  const [application] = filePaths;
  if (canceled || application === undefined) return undefined;
  return { program: '/usr/bin/open', args: ['-a', application, path] };
}

/** Starts it, without a shell. Rejects if it cannot be started. The program goes on when the app ends. */
export function startProgram({ program, args, isVerbatim = false }: ProgramStart): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      detached: true,
      stdio: 'ignore',
      windowsVerbatimArguments: isVerbatim,
    });
    child.once('error', reject);
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}

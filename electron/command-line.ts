import { app } from 'electron';

/** The argument with which the launcher in `resources/packaging/cli` starts the command line instead of the app. */
const flag = '--cli';

/**
 * The words of the command line; undefined if the arguments start the app. From source (`isDefaultApp`) the second argument
 * is the path of the app.
 */
export function commandLineWords(args: readonly string[], isDefaultApp: boolean): string[] | undefined {
  const start = args.indexOf(flag);
  const first = isDefaultApp ? 2 : 1;
  // What follows another argument is a path or a link of the user.
  if (start < first || !args.slice(first, start).every((arg) => arg.startsWith('--'))) return undefined;
  const words = args.slice(start + 1);
  return words[0] === '--' ? words.slice(1) : words;
}

/** Runs the command line in this process, without a window or an icon. It ends the process by itself. */
export async function runCommandLine(words: readonly string[], load: () => Promise<unknown>): Promise<void> {
  app.dock?.hide();
  process.argv = [process.execPath, 'posthorn', ...words];
  await load();
}

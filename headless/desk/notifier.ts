import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { reasonOf } from '../../daemon/base/failure.ts';
import type { Notice } from '../../daemon/desk/desk.ts';
import { createLibraryNotifier } from './notifier-library.ts';
import { createSendNotifier } from './notifier-send.ts';
import type { NotifierParts, Way, WayParts } from './notifier-way.ts';

export type Notifier = {
  /** Shows it, in the place of the one with the same id. Never throws. */
  show(notice: Notice): void;
  withdraw(ids: readonly string[]): void;
  /** Takes away what is shown, for nobody hears an answer any more. */
  close(): Promise<void>;
};

const run = promisify(execFile);
/** Milliseconds in which a program says its version. */
const answersWithin = 2_000;
/** Milliseconds a stop waits for what is shown to be taken away. */
const closesWithin = 1_000;

/** Shows notifications with what the system has for it, which is looked for when there is one to show. */
export function createNotifier(parts: NotifierParts): Notifier {
  let way: Promise<Way> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let hasComplained = false;
  let isClosing = false;
  const complain = (failed: unknown) => {
    if (hasComplained) return;
    hasComplained = true;
    parts.log.warn({ reason: reasonOf(failed) }, 'notifications cannot be shown on this desktop');
  };
  const chosen = () => (way ??= wayFor({ ...parts, complain }));
  /** One after the other, so that what replaces something knows what. */
  const inTurn = (act: (chosen: Way) => Promise<unknown>) => {
    last = last.then(async () => act(await chosen())).catch(complain);
  };
  return {
    show(notice) {
      if (parts.platform === 'linux' && !mayHaveBus(process.env)) complain(new Error('There is no session bus.'));
      else inTurn(async (each) => isClosing || each.show(notice));
    },
    withdraw(ids) {
      if (way) for (const id of ids) inTurn((each) => each.withdraw(id));
    },
    async close() {
      isClosing = true;
      if (way) inTurn((each) => each.close());
      const late = new Promise((resolve) => setTimeout(resolve, closesWithin).unref());
      await Promise.race([last, late]);
    },
  };
}

/** Whether programs can find a session bus, over which a desktop of Linux is told; a server without a desktop has none. */
function mayHaveBus(env: NodeJS.ProcessEnv): boolean {
  const { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: folder, DISPLAY: display } = env;
  const file = address ? /^unix:path=([^,;%]+)(?:,[^;]*)?$/.exec(address)?.[1] : folder && `${folder}/bus`;
  if (file) return existsSync(file) || (!address && Boolean(display));
  return Boolean(address || display);
}

async function wayFor(parts: WayParts): Promise<Way> {
  const canWait = parts.platform === 'linux' && (await canSendWait());
  return canWait ? createSendNotifier(parts) : createLibraryNotifier(parts);
}

/** libnotify waits for an answer, and tells it, from 0.8 on; without `stdbuf` it tells too late what it shows. */
async function canSendWait(): Promise<boolean> {
  try {
    const { stdout } = await run('stdbuf', ['-o0', 'notify-send', '--version'], { timeout: answersWithin });
    const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(stdout) ?? []).map(Number);
    return major > 0 || minor >= 8;
  } catch {
    // Not here, or not one that can be asked: the other way says what is wrong.
    return false;
  }
}

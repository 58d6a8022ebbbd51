import type { RepairOffer } from '../daemon-process/utility-protocol.ts';
import type { AppStatus } from '../menus/app-status.ts';
import type { ProcessState, RepairProgress } from '../shell/shell-port.ts';

/** The user's actions while the page is not shown. */
export const remedies = [
  'restart',
  'reload',
  'use_other',
  'enable_bridge',
  'other_port',
  'free_space',
  'folder',
  'log',
  'copy',
  'quit',
] as const;
export type Remedy = (typeof remedies)[number];

/** The content of the window in place of the page: why there is no page, and the remedies. */
export type StatusCard = {
  tone: 'calm' | 'trouble';
  title: string;
  text: string;
  /** The reported error, as a sentence; it can be copied. */
  reason?: string;
  /** What is copied with it for support, and not shown: codes and names of settings. */
  detail?: string;
  /** The most likely first. */
  remedies: readonly Remedy[];
  /** The repairs of mail that cannot be opened. They come before the remedies. */
  repair?: RepairOffer | undefined;
  /** How much of a repair is done, from 0 to 100; null while that is not known. */
  percent?: number | null;
  /** The address of the last list, which is shown in place of the texts. */
  lastView?: string | undefined;
};

const startingCard: StatusCard = { tone: 'calm', title: 'Posthorn', text: 'Opening your mail…', remedies: [] };
const commonRemedies = ['log', 'copy', 'quit'] as const;
const diskRemedies: Partial<Record<string, readonly Remedy[]>> = {
  disk_full: ['free_space', 'restart', 'folder'],
  disk_read_only: ['restart', 'folder'],
  disk_error: ['restart', 'folder'],
};

/**
 * The card in place of the page; undefined if the page can be shown. `lastView` is the address of the last list, which is
 * shown during a start.
 */
export function statusCardOf(
  { process, page, repairing }: AppStatus,
  lastView?: () => string | undefined,
): StatusCard | undefined {
  if (process.state === 'finishing') {
    return { tone: 'calm', title: 'One moment', text: process.reason, remedies: [] };
  }
  if (page && 'url' in page) return undefined;
  if (repairing) return repairingCard(repairing);
  switch (process.state) {
    case 'starting':
      return startCard(lastView);
    case 'running':
      return page ? unavailablePageCard(page) : startCard(lastView);
    case 'restarting':
      return {
        tone: 'calm',
        title: 'Restarting',
        text: 'The mail service quit unexpectedly and is restarting. Your stored mail is safe.',
        reason: process.reason,
        remedies: [],
      };
    case 'given_up':
      return {
        tone: 'trouble',
        title: 'Posthorn has stopped',
        text: 'The mail service quit unexpectedly several times in a row. Your stored mail is safe, but mail isn’t synced or sent until you restart it.',
        reason: process.reason,
        remedies: ['restart', ...commonRemedies],
      };
    case 'shut_down':
      return {
        tone: 'trouble',
        title: 'Posthorn was stopped',
        text: 'Someone using this computer, or another program, stopped it. Mail isn’t synced or sent until you restart it.',
        remedies: ['restart', 'quit'],
      };
    case 'elsewhere':
      return {
        tone: 'trouble',
        title: 'Posthorn is already running',
        text: process.hasPage
          ? 'Another Posthorn, started outside this app, is using your mail. You can use it from here, or stop it and try again.'
          : 'Another Posthorn, started outside this app, is using your mail. Stop it, then try again.',
        reason: process.reason,
        remedies: [...(process.hasPage ? (['use_other'] as const) : []), 'restart', 'log', 'copy', 'quit'],
      };
    case 'failed':
      return failureCard(process);
  }
}

function startCard(lastView?: () => string | undefined): StatusCard {
  return { ...startingCard, lastView: lastView?.() };
}

function failureCard({ reason, code, repair }: Extract<ProcessState, { state: 'failed' }>): StatusCard {
  if (repair)
    return { ...repairCard(repair), reason, remedies: [...(diskRemedies[code] ?? ['folder']), ...commonRemedies] };
  return {
    tone: 'trouble',
    title: 'Posthorn couldn’t start',
    text: 'Your mail couldn’t be opened, so nothing is synced or sent. Your stored mail is unchanged.',
    reason,
    remedies: [...(diskRemedies[code] ?? ['restart', 'folder']), ...commonRemedies],
  };
}

function repairCard(repair: RepairOffer): Omit<StatusCard, 'remedies'> {
  return { tone: 'trouble', title: 'Posthorn can’t open your mail', text: repair.problem, repair };
}

/** In steps, because each one loads the card again. */
function repairingCard({ done, total }: RepairProgress): StatusCard {
  return {
    tone: 'calm',
    title: 'Repairing your mail',
    text: 'This may take several minutes. Keep this computer on. The old files are kept.',
    percent: total > 0 ? Math.min(95, Math.floor((done / total) * 20) * 5) : null,
    remedies: [],
  };
}

function unavailablePageCard(page: Exclude<AppStatus['page'], { url: string } | undefined>): StatusCard {
  const { reason, remedy, repair } = page;
  if (repair) {
    const opening = remedy === 'none' ? [] : [remedy];
    return { ...repairCard(repair), reason, remedies: [...opening, 'folder', ...commonRemedies] };
  }
  const stillRunning = 'Mail is still synced and sent.';
  switch (remedy) {
    case 'enable_bridge':
      return {
        tone: 'trouble',
        title: 'The web interface is turned off',
        text: `It’s turned off in your settings. ${stillRunning}`,
        detail: reason,
        remedies: ['enable_bridge', 'copy', 'quit'],
      };
    case 'other_port':
      return {
        tone: 'trouble',
        title: 'Your mail can’t be shown yet',
        text: `Another program is using Posthorn’s port. Posthorn can use another one. ${stillRunning}`,
        reason,
        remedies: ['other_port', 'log', 'copy', 'quit'],
      };
    case 'none':
      return {
        tone: 'trouble',
        title: 'Your mail can’t be shown',
        text: `The web interface couldn’t start. ${stillRunning}`,
        reason,
        remedies: commonRemedies,
      };
  }
}

/** The page is served, and the window could not load it. */
export function loadFailureCard({ reason, detail }: { reason: string; detail?: string }): StatusCard {
  return {
    tone: 'trouble',
    title: 'Your mail couldn’t be shown',
    text: 'Mail is still synced and sent. Try again. If that doesn’t help, quit and reopen Posthorn.',
    reason,
    ...(detail !== undefined && { detail }),
    remedies: ['reload', ...commonRemedies],
  };
}

/** The label of the button for a remedy. */
export const remedyLabels: Record<Remedy, string> = {
  restart: 'Restart',
  reload: 'Try again',
  use_other: 'Use the running Posthorn',
  enable_bridge: 'Turn on the web interface',
  other_port: 'Use another port',
  free_space: 'Free up space',
  folder: 'Open the folder',
  log: 'Show the log',
  copy: 'Copy details',
  quit: 'Quit',
};

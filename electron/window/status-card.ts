import type { AppStatus } from '../menus/app-status.ts';

/** The user's actions while the page is not shown. */
export const remedies = [
  'restart',
  'reload',
  'use_other',
  'enable_bridge',
  'other_port',
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
  /** The reported error; it can be copied. */
  reason?: string;
  /** The most likely first. */
  remedies: readonly Remedy[];
};

const startingCard: StatusCard = { tone: 'calm', title: 'Posthorn', text: 'Opening your mail…', remedies: [] };
const commonRemedies = ['log', 'copy', 'quit'] as const;

/** The card in place of the page; undefined if the page can be shown. */
export function statusCardOf({ process, page }: AppStatus): StatusCard | undefined {
  if (process.state === 'finishing') {
    return { tone: 'calm', title: 'One moment', text: process.reason, remedies: [] };
  }
  if (page && 'url' in page) return undefined;
  switch (process.state) {
    case 'starting':
      return startingCard;
    case 'running':
      return page ? unavailablePageCard(page) : startingCard;
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
      return {
        tone: 'trouble',
        title: 'Posthorn could not start',
        text: 'Your mail couldn’t be opened, so nothing is synced or sent. Your stored mail is unchanged.',
        reason: process.reason,
        remedies: ['restart', ...commonRemedies],
      };
  }
}

function unavailablePageCard({ reason, remedy }: Exclude<AppStatus['page'], { url: string } | undefined>): StatusCard {
  const stillRunning = 'Mail is still synced and sent.';
  switch (remedy) {
    case 'enable_bridge':
      return {
        tone: 'trouble',
        title: 'The web interface is turned off',
        text: `It is turned off in config.toml ([bridge] enabled = false). ${stillRunning}`,
        reason,
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
export function loadFailureCard(reason: string): StatusCard {
  return {
    tone: 'trouble',
    title: 'Your mail couldn’t be shown',
    text: 'Mail is still synced and sent. Try again. If that doesn’t help, quit and reopen Posthorn.',
    reason,
    remedies: ['reload', ...commonRemedies],
  };
}

/** The label of the button for a remedy. */
export const remedyLabels: Record<Remedy, string> = {
  restart: 'Restart',
  reload: 'Try again',
  use_other: 'Use the running Posthorn',
  enable_bridge: 'Turn it on',
  other_port: 'Use another port',
  log: 'Show the log',
  copy: 'Copy details',
  quit: 'Quit',
};

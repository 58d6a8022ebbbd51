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
        title: 'Starting again',
        text: 'The part of Posthorn that keeps your mail ended and is being started again. Nothing that was stored is lost.',
        reason: process.reason,
        remedies: [],
      };
    case 'given_up':
      return {
        tone: 'trouble',
        title: 'Posthorn has stopped',
        text: 'The part that fetches and keeps your mail ended several times in a row. What was stored is still there; nothing is fetched or sent until it runs again.',
        reason: process.reason,
        remedies: ['restart', ...commonRemedies],
      };
    case 'shut_down':
      return {
        tone: 'trouble',
        title: 'Posthorn was stopped',
        text: 'A program or somebody at this computer asked it to stop. Nothing is fetched or sent until it runs again.',
        remedies: ['restart', 'quit'],
      };
    case 'elsewhere':
      return {
        tone: 'trouble',
        title: 'Posthorn runs already',
        text: process.hasPage
          ? 'Another Posthorn on this computer, started outside this app, has your mail. You can use it from here, or stop it and try again.'
          : 'Another Posthorn on this computer, started outside this app, has your mail. Stop it, then try again.',
        reason: process.reason,
        remedies: [...(process.hasPage ? (['use_other'] as const) : []), 'restart', 'log', 'copy', 'quit'],
      };
    case 'failed':
      return {
        tone: 'trouble',
        title: 'Posthorn could not start',
        text: 'Your mail could not be opened, so nothing is fetched or sent. What is stored is untouched.',
        reason: process.reason,
        remedies: ['restart', ...commonRemedies],
      };
  }
}

function unavailablePageCard({ reason, remedy }: Exclude<AppStatus['page'], { url: string } | undefined>): StatusCard {
  const stillRunning = 'Your mail is fetched and sent all the same.';
  switch (remedy) {
    case 'enable_bridge':
      return {
        tone: 'trouble',
        title: 'The window has nothing to show',
        text: `The part that shows your mail is switched off in the settings file ([bridge] enabled = false). ${stillRunning}`,
        reason,
        remedies: ['enable_bridge', 'copy', 'quit'],
      };
    case 'other_port':
      return {
        tone: 'trouble',
        title: 'The window cannot be shown yet',
        text: `Another program uses the place on this computer where Posthorn shows your mail. Posthorn can take another one. ${stillRunning}`,
        reason,
        remedies: ['other_port', 'log', 'copy', 'quit'],
      };
    case 'none':
      return {
        tone: 'trouble',
        title: 'The window cannot be shown',
        text: `Your mail cannot be shown here. ${stillRunning}`,
        reason,
        remedies: commonRemedies,
      };
  }
}

/** The page is served, and the window could not load it. */
export function loadFailureCard(reason: string): StatusCard {
  return {
    tone: 'trouble',
    title: 'The window could not show your mail',
    text: 'Your mail is fetched and sent all the same. Try again; if that does not help, quit Posthorn and start it again.',
    reason,
    remedies: ['reload', ...commonRemedies],
  };
}

/** The label of the button for a remedy. */
export const remedyLabels: Record<Remedy, string> = {
  restart: 'Start again',
  reload: 'Try again',
  use_other: 'Use the one that runs',
  enable_bridge: 'Switch it on',
  other_port: 'Use another place',
  log: 'Show the log',
  copy: 'Copy the reason',
  quit: 'Quit',
};

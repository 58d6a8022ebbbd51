import { statusWords, unreadWords, type Glance } from './glance.ts';
import { pauseWords, type PauseWish } from './pause-times.ts';

/** What a person can do from the tray. */
export type TrayAct =
  | { do: 'open'; path?: string }
  | { do: 'pause'; wish: PauseWish }
  | { do: 'sync' | 'restart' | 'use_other' | 'install' | 'quit' };

/** A line of the tray's menu: words, an act, acts in a further menu, or a line between. */
export type TrayItem =
  { label: string; act?: TrayAct; isOff?: boolean } | { label: string; items: readonly TrayItem[] } | { isLine: true };

const line: TrayItem = { isLine: true };

/** The menu of the tray: how everything is, what the person can do about it, and the way out. */
export function trayMenu(glance: Glance, now: Date): TrayItem[] {
  return [
    { label: statusWords(glance), ...wayOut(glance) },
    ...unreadLine(glance),
    line,
    { label: 'Open Posthorn', act: { do: 'open' } },
    ...mailItems(glance, now),
    ...updateItems(glance),
    line,
    { label: 'Quit Posthorn', act: { do: 'quit' }, isOff: glance.process.state === 'finishing' },
  ];
}

/** The line that says what is wrong leads to where it is put right; else it only says. */
function wayOut({ process, status }: Glance): { act?: TrayAct; isOff?: boolean } {
  if (process.state === 'running' && status?.state === 'needs_attention') {
    return { act: { do: 'open', path: '/diagnostics' } };
  }
  if (process.state === 'running' && status?.state === 'empty') return { act: { do: 'open', path: '/' } };
  return { isOff: true };
}

function unreadLine({ process, status }: Glance): TrayItem[] {
  if (process.state !== 'running' || !status || status.state === 'empty') return [];
  const words = unreadWords(status.unread);
  return [{ label: `${words[0]?.toUpperCase()}${words.slice(1)}`, act: { do: 'open', path: '/inbox' } }];
}

function mailItems(glance: Glance, now: Date): TrayItem[] {
  const { process, status } = glance;
  if (['given_up', 'shut_down', 'failed'].includes(process.state)) {
    return [{ label: 'Start again', act: { do: 'restart' } }];
  }
  if (process.state === 'elsewhere') {
    const use: TrayItem[] = process.canUse ? [{ label: 'Use the one that runs', act: { do: 'use_other' } }] : [];
    return [...use, { label: 'Try again', act: { do: 'restart' } }];
  }
  const isOff = process.state !== 'running';
  const hasPage = glance.page !== undefined && 'url' in glance.page;
  return [
    {
      label: 'New message',
      act: { do: 'open', path: '/compose' },
      isOff: isOff || !hasPage || status?.state === 'empty',
    },
    { label: 'Sync now', act: { do: 'sync' }, isOff: isOff || status?.state === 'empty' },
    line,
    ...pauseItems(status?.paused_until ?? null, { now, isOff }),
  ];
}

function pauseItems(pausedUntil: string | null, { now, isOff }: { now: Date; isOff: boolean }): TrayItem[] {
  if (pausedUntil !== null && Date.parse(pausedUntil) > now.getTime()) {
    return [
      { label: pauseWords(pausedUntil, now), isOff: true },
      { label: 'Resume notifications', act: { do: 'pause', wish: 'none' }, isOff },
    ];
  }
  // A system shows a further menu though the line that opens it is off.
  if (isOff) return [{ label: 'Pause notifications', isOff }];
  const items: TrayItem[] = [
    { label: 'For an hour', act: { do: 'pause', wish: 'hour' } },
    { label: 'Until the morning', act: { do: 'pause', wish: 'morning' } },
    { label: 'Until I resume them', act: { do: 'pause', wish: 'resumed' } },
  ];
  return [{ label: 'Pause notifications', items }];
}

function updateItems({ update, process }: Glance): TrayItem[] {
  if (update.state !== 'ready' || process.state === 'finishing') return [];
  return [line, { label: `Restart to update to ${update.version}`, act: { do: 'install' } }];
}

import { statusText, unreadText, type AppStatus } from './app-status.ts';
import { pauseText, type PauseDuration } from './notification-pause.ts';

/** The user's actions in the tray menu. */
export type TrayAction =
  | { do: 'open'; path?: string }
  | { do: 'pause'; duration: PauseDuration }
  | { do: 'pause_agents'; paused: boolean }
  | { do: 'sync' | 'lock' | 'restart' | 'use_other' | 'get_update' | 'install' | 'quit' };

/** An item of the tray's menu: text, an action, a submenu, or a separator. */
export type TrayItem =
  | { label: string; action?: TrayAction; isDisabled?: boolean }
  | { label: string; items: readonly TrayItem[] }
  | { isSeparator: true };

const separator: TrayItem = { isSeparator: true };

/** The menu of the tray: the state, the user's actions for it, and Quit. */
export function trayMenu(appStatus: AppStatus, now: Date): TrayItem[] {
  return [
    { label: statusText(appStatus), ...statusAction(appStatus) },
    ...approvalItems(appStatus),
    ...unreadItems(appStatus),
    separator,
    { label: 'Open Posthorn', action: { do: 'open' } },
    ...mailItems(appStatus, now),
    ...updateItems(appStatus),
    separator,
    { label: 'Quit Posthorn', action: { do: 'quit' }, isDisabled: appStatus.process.state === 'finishing' },
  ];
}

/** The item with a problem opens the page that corrects it; otherwise it is only text. */
function statusAction({ process, status }: AppStatus): { action?: TrayAction; isDisabled?: boolean } {
  if (process.state === 'running' && status?.state === 'needs_attention') {
    return { action: { do: 'open', path: '/diagnostics' } };
  }
  if (process.state === 'running' && status?.state === 'empty') return { action: { do: 'open', path: '/' } };
  return { isDisabled: true };
}

function unreadItems({ process, status }: AppStatus): TrayItem[] {
  if (process.state !== 'running' || !status || status.state === 'empty') return [];
  const text = unreadText(status.unread);
  return [{ label: `${text[0]?.toUpperCase()}${text.slice(1)}`, action: { do: 'open', path: '/inbox' } }];
}

/** Agents wait for a decision, which is made on the page. */
function approvalItems({ process, status }: AppStatus): TrayItem[] {
  if (process.state !== 'running' || !status || status.approvals === 0) return [];
  const label = status.approvals === 1 ? '1 approval waiting' : `${status.approvals} approvals waiting`;
  return [{ label, action: { do: 'open', path: '/approvals' } }];
}

function mailItems(appStatus: AppStatus, now: Date): TrayItem[] {
  const { process, status } = appStatus;
  if (['given_up', 'shut_down', 'failed'].includes(process.state)) {
    return [{ label: 'Restart', action: { do: 'restart' } }];
  }
  if (process.state === 'elsewhere') {
    const use: TrayItem[] = process.hasPage ? [{ label: 'Use the running Posthorn', action: { do: 'use_other' } }] : [];
    return [...use, { label: 'Try again', action: { do: 'restart' } }];
  }
  const isDisabled = process.state !== 'running';
  const hasPage = appStatus.page !== undefined && 'url' in appStatus.page;
  return [
    {
      label: 'New message',
      action: { do: 'open', path: '/compose' },
      isDisabled: isDisabled || !hasPage || status?.state === 'empty',
    },
    { label: 'Sync now', action: { do: 'sync' }, isDisabled: isDisabled || status?.state === 'empty' },
    separator,
    ...pauseItems(status?.paused_until ?? null, { now, isDisabled }),
    ...agentItems(status?.agents_paused ?? null, isDisabled),
    ...passwordItems(status?.passwords ?? null, { isDisabled, hasPage }),
  ];
}

function pauseItems(pausedUntil: string | null, { now, isDisabled }: { now: Date; isDisabled: boolean }): TrayItem[] {
  if (pausedUntil !== null && Date.parse(pausedUntil) > now.getTime()) {
    return [
      { label: pauseText(pausedUntil, now), isDisabled: true },
      { label: 'Resume notifications', action: { do: 'pause', duration: 'none' }, isDisabled },
    ];
  }
  // A system shows a submenu even if its item is disabled.
  if (isDisabled) return [{ label: 'Pause notifications', isDisabled }];
  const items: TrayItem[] = [
    { label: 'For 1 hour', action: { do: 'pause', duration: 'hour' } },
    { label: 'Until tomorrow morning', action: { do: 'pause', duration: 'morning' } },
    { label: 'Until I turn it back on', action: { do: 'pause', duration: 'resumed' } },
  ];
  return [{ label: 'Pause notifications', items }];
}

/** Nothing where no agent may ask for anything anyway. */
function agentItems(arePaused: boolean | null, isDisabled: boolean): TrayItem[] {
  if (arePaused === null) return [];
  const pauseAgents = (paused: boolean): TrayAction => ({ do: 'pause_agents', paused });
  if (!arePaused) return [{ label: 'Pause all agents', action: pauseAgents(true), isDisabled }];
  return [
    { label: 'All agents are paused', isDisabled: true },
    { label: 'Resume agents', action: pauseAgents(false), isDisabled },
  ];
}

/** Nothing where no passphrase protects the passwords. */
function passwordItems(
  passwords: 'locked' | 'unlocked' | null,
  { isDisabled, hasPage }: { isDisabled: boolean; hasPage: boolean },
): TrayItem[] {
  if (passwords === null) return [];
  return passwords === 'unlocked'
    ? [{ label: 'Lock passwords', action: { do: 'lock' }, isDisabled }]
    : [
        {
          label: 'Unlock passwords…',
          action: { do: 'open', path: '/inbox#unlock' },
          isDisabled: isDisabled || !hasPage,
        },
      ];
}

function updateItems({ update, process }: AppStatus): TrayItem[] {
  if (process.state === 'finishing') return [];
  if (update.state === 'available')
    return [separator, { label: `Get version ${update.version}…`, action: { do: 'get_update' } }];
  if (update.state !== 'ready') return [];
  return [separator, { label: `Restart to update to ${update.version}`, action: { do: 'install' } }];
}

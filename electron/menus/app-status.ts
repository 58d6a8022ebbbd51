import type { DesktopStatus } from '../../daemon/notifications/desktop.ts';
import type { PageState, ProcessState, RepairProgress, Updates } from '../shell/shell-port.ts';

/** The state of the app that tray, menu and window show. */
export type AppStatus = {
  process: ProcessState;
  /** Absent until the daemon has reported it. */
  status: DesktopStatus | undefined;
  page: PageState | undefined;
  /** How far a repair is that the user has started in the window. */
  repairing: RepairProgress | undefined;
  update: ReturnType<Updates['state']>;
};

/** The icon state of the tray. */
export type TrayAppearance = 'normal' | 'unread' | 'attention' | 'offline';

/** The most important state wins: what the user must correct, then what does not run, then unread mail. */
export function trayAppearance({ process, status, page }: AppStatus): TrayAppearance {
  // The page of the other Posthorn is shown, so there is no problem.
  if (process.state === 'elsewhere' && page && 'url' in page) return 'normal';
  if (['given_up', 'failed', 'elsewhere'].includes(process.state)) return 'attention';
  if (process.state !== 'running') return 'offline';
  if (status?.state === 'needs_attention' || (page && !('url' in page) && page.remedy !== 'none')) return 'attention';
  if (status?.state === 'offline') return 'offline';
  return status && status.unread > 0 ? 'unread' : 'normal';
}

/** The state in words; without a full stop, because it is a menu item. */
export function statusText({ process, status, page }: AppStatus): string {
  switch (process.state) {
    case 'starting':
      return 'Starting…';
    case 'restarting':
      return 'Restarting…';
    case 'finishing':
    case 'given_up':
    case 'failed':
    case 'elsewhere':
      return shortLine(process.reason);
    case 'shut_down':
      return 'Stopped: mail isn’t synced or sent';
    case 'running':
      return status ? mailStatusText(status, page) : 'Starting…';
  }
}

function mailStatusText(status: DesktopStatus, page: PageState | undefined): string {
  switch (status.state) {
    case 'needs_attention':
      return shortLine(`Needs attention: ${status.reason}`);
    case 'offline':
      return shortLine(`Offline: ${status.reason}`);
    case 'syncing':
      return status.percent === null ? 'Syncing mail…' : `Syncing mail: ${status.percent}%`;
    case 'empty':
      return 'No mail account yet';
    case 'synced':
      return page && 'isDemo' in page && page.isDemo ? 'Demo: nothing here is real' : 'Up to date';
  }
}

/** The number of unread messages, as in a tooltip. */
export function unreadText(unread: number): string {
  if (unread === 0) return 'no unread mail';
  return unread === 1 ? '1 unread conversation' : `${unread} unread conversations`;
}

/** A menu item has one short line; the window has the whole reason. */
function shortLine(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  return plain.length > 90 ? `${plain.slice(0, 89).trimEnd()}…` : plain;
}

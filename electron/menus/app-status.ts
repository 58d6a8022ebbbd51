import type { DesktopStatus } from '../../daemon/notifications/desktop.ts';
import type { PageState, ProcessState, Updates } from '../shell/shell-port.ts';

/** All that tray, menu and window show of the app at one moment. */
export type AppStatus = {
  process: ProcessState;
  /** Absent until the daemon has told. */
  status: DesktopStatus | undefined;
  page: PageState | undefined;
  update: ReturnType<Updates['state']>;
};

/** How the tray looks. */
export type TrayAppearance = 'normal' | 'unread' | 'attention' | 'offline';

/** What matters most decides: what the person must put right, then what does not run, then mail to read. */
export function trayAppearance({ process, status, page }: AppStatus): TrayAppearance {
  // The page of the one that runs elsewhere is shown, so nothing is amiss.
  if (process.state === 'elsewhere' && page && 'url' in page) return 'normal';
  if (['given_up', 'failed', 'elsewhere'].includes(process.state)) return 'attention';
  if (process.state !== 'running') return 'offline';
  if (status?.state === 'needs_attention' || (page && !('url' in page) && page.remedy !== 'none')) return 'attention';
  if (status?.state === 'offline') return 'offline';
  return status && status.unread > 0 ? 'unread' : 'normal';
}

/** How everything is, in words; without a full stop, for it stands in a menu. */
export function statusText({ process, status, page }: AppStatus): string {
  switch (process.state) {
    case 'starting':
      return 'Starting…';
    case 'restarting':
      return 'Starting again…';
    case 'finishing':
    case 'given_up':
    case 'failed':
    case 'elsewhere':
      return shortLine(process.reason);
    case 'shut_down':
      return 'Stopped: no mail is fetched or sent';
    case 'running':
      return status ? mailStatusText(status, page) : 'Starting…';
  }
}

function mailStatusText(status: DesktopStatus, page: PageState | undefined): string {
  switch (status.state) {
    case 'needs_attention':
      return shortLine(`Needs your attention: ${status.reason}`);
    case 'offline':
      return shortLine(`Offline: ${status.reason}`);
    case 'syncing':
      return status.percent === null ? 'Fetching mail…' : `Fetching mail: ${status.percent} %`;
    case 'empty':
      return 'No mail account yet';
    case 'synced':
      return page && 'isDemo' in page && page.isDemo ? 'Demo: nothing here is real' : 'All mail is here';
  }
}

/** What is unread, as a tooltip says it. */
export function unreadText(unread: number): string {
  if (unread === 0) return 'nothing unread';
  return unread === 1 ? '1 unread conversation' : `${unread} unread conversations`;
}

/** A menu has one short line for it: the whole reason stands in the window. */
function shortLine(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  return plain.length > 90 ? `${plain.slice(0, 89).trimEnd()}…` : plain;
}

import type { RepairOffer } from '../../../electron/daemon-process/utility-protocol.ts';
import type { AppStatus } from '../../../electron/menus/app-status.ts';
import { loadFailureCard, statusCardOf, type StatusCard } from '../../../electron/window/status-card.ts';

const repair: RepairOffer = {
  problem: 'The mail database is damaged. Your mail is safe on its servers.',
  choices: [
    { id: 'restore', description: 'Brings back mail and settings as they were. Newer mail is fetched again.' },
    { id: 'salvage', description: 'Keeps everything that can be read. What is missing is fetched again.' },
    { id: 'start_over', description: 'Fetches all mail again. Drafts and unsent messages are kept.' },
    { id: 'settings', description: 'config.toml has an error in line 12. What is in the file now is kept beside it.' },
    { id: 'retry', description: 'Opens the mail once more.' },
  ],
  backups: [
    { name: 'a', made_at: '2026-03-10T02:00:00Z', bytes: 312_000_000, messages: 104_180 },
    { name: 'b', made_at: '2026-03-09T02:00:00Z', bytes: 311_000_000, messages: 104_051 },
    { name: 'c', made_at: '2026-03-08T02:00:00Z', bytes: 9_400_000, messages: 1 },
  ],
};

function card(status: Partial<AppStatus> & Pick<AppStatus, 'process'>): StatusCard {
  const shown = statusCardOf({
    page: undefined,
    status: undefined,
    repairing: undefined,
    update: { state: 'none' },
    ...status,
  });
  if (!shown) throw new Error('This state shows the page.');
  return shown;
}

const running = { state: 'running' } as const;
const failed = (code: string, reason: string) => card({ process: { state: 'failed', code, reason } });

/** Every card that the window shows in place of the page, by the name of its picture. */
export const windowCards: Record<string, StatusCard> = {
  starting: card({ process: { state: 'starting' } }),
  restarting: card({
    process: {
      state: 'restarting',
      reason: 'The mail service quit unexpectedly. Your stored mail is safe.',
      attempt: 1,
    },
  }),
  'given-up': card({
    process: {
      state: 'given_up',
      reason: 'The mail service quit unexpectedly. Your stored mail is safe. This happened 3 times in a short time.',
    },
  }),
  'shut-down': card({ process: { state: 'shut_down' } }),
  elsewhere: card({ process: { state: 'elsewhere', reason: 'Process 4711 has the mail open.', hasPage: true } }),
  'elsewhere-without-page': card({ process: { state: 'elsewhere', reason: 'Process 4711.', hasPage: false } }),
  'quitting-while-sending': card({
    process: { state: 'finishing', reason: 'Posthorn quits as soon as a message has been sent.' },
  }),
  failed: failed('database_newer', 'The mail was written by a newer Posthorn. Install that version.'),
  'disk-full': failed(
    'disk_full',
    'Your mail can’t be opened because the disk is full. Free up some space, and it opens automatically.',
  ),
  'disk-read-only': failed(
    'disk_read_only',
    'Your mail can’t be opened because the disk is read-only. Make it writable and start Posthorn again.',
  ),
  'disk-error': failed(
    'disk_error',
    'Your mail can’t be opened because the disk reports errors. Check the disk, then start Posthorn again.',
  ),
  degraded: card({ process: running, page: { reason: repair.problem, remedy: 'none', repair } }),
  'degraded-without-backup': card({
    process: running,
    page: { reason: repair.problem, remedy: 'none', repair: { ...repair, backups: [] } },
  }),
  'degraded-disk-full': card({
    process: { state: 'failed', code: 'disk_full', reason: 'The disk is full.', repair },
  }),
  repairing: card({ process: running, repairing: { done: 0, total: 0 } }),
  'repairing-half': card({ process: running, repairing: { done: 52_000, total: 104_000 } }),
  'bridge-off': card({ process: running, page: { reason: 'The bridge is turned off.', remedy: 'enable_bridge' } }),
  'port-taken': card({ process: running, page: { reason: 'Port 42829 is in use.', remedy: 'other_port' } }),
  'page-unavailable': card({ process: running, page: { reason: 'The page has no address.', remedy: 'none' } }),
  'load-failure': loadFailureCard({ reason: 'The page of your mail didn’t answer.' }),
};

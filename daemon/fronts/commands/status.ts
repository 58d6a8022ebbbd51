import { formatInteger } from '../../base/numbers.ts';
import { instances } from '../../config/paths.ts';
import { formatCount } from '../terminal.ts';
import type { AddCommand, CommandContext, ReplyOf } from './context.ts';
import { uses } from './rows-used.ts';

export type Status = ReplyOf<'admin.status'>;
type Account = Status['sync_statuses'][number];

/** `posthorn status`: how the daemon is. */
export const addStatus: AddCommand = (program, run) => {
  const command = program
    .command('status')
    .summary('Show how Posthorn is')
    .description(
      'Shows how the running Posthorn is: its page, its accounts, and what is wrong. Ends with 3 where none runs.',
    )
    .action(run(showStatus));
  uses(command, 'admin.status');
};

async function showStatus(context: CommandContext): Promise<void> {
  const status = await context.ask('admin.status', {});
  context.out.answer(status, () => statusText(status, context.clock.now()));
}

/** The state of the daemon, as sentences for a terminal. */
export function statusText(status: Status, now: Date): string {
  const { instance, uptime_secs, daemon_pid, agents_paused, disk, config } = status;
  const name = instance === instances.release ? 'Posthorn' : `Posthorn (${instance})`;
  const lines = [
    `${name} has been running for ${spanText(uptime_secs)}, as process ${daemon_pid}.`,
    pageText(status),
    ...accountLines(status, now),
    storeText(status),
    ...(agents_paused ? ['All agents are paused. "npx posthorn agents resume" lets them ask again.'] : []),
    ...(config.trouble === null ? [] : [config.trouble]),
    ...(disk === null ? [] : [disk]),
    ...config.notes.map(({ line, message }) => `config.toml${line === null ? '' : `, line ${line}`}: ${message}`),
  ];
  return lines.join('\n');
}

function pageText({ bridge: { url, trouble } }: Status): string {
  if (url === null) return `It has no page. ${trouble ?? ''}`.trim();
  return trouble === null ? `Its page is at ${url}` : `Its page is at ${url}. ${trouble}`;
}

function accountLines(status: Status, now: Date): string[] {
  const { sync_statuses, accounts } = status;
  if (status.store_problem !== null && accounts.length === 0) return [];
  if (accounts.length === 0) return ['No account is set up. Add one to config.toml.'];
  return sync_statuses.map((account) => `  ${account.account_name}: ${accountText(account, now)}`);
}

function accountText(account: Account, now: Date): string {
  const { sync_in_progress, healthy, last_success_at, last_error, notice, progress } = account;
  const state = sync_in_progress
    ? `syncing${progress === null ? '' : ` (${progress.message})`}.`
    : last_success_at === null
      ? 'not fetched yet.'
      : `${healthy ? 'up to date, ' : ''}last fetched ${spanText((now.getTime() - Date.parse(last_success_at)) / 1000)} ago.`;
  return [state, last_error, notice].filter((sentence) => sentence !== null).join(' ');
}

function storeText({ store_problem, total_messages, search_coverage: { indexed, stored } }: Status): string {
  if (store_problem !== null)
    return `${store_problem} Nothing is synced, sent or changed. "posthorn repair" says what you can do.`;
  const covered = indexed >= stored ? 'all of it' : `${formatInteger(indexed)} of it so far`;
  return `${formatCount(total_messages, 'message')} ${total_messages === 1 ? 'is' : 'are'} stored; search covers ${covered}.`;
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** A duration in its largest unit; minutes do not matter beside days. */
function spanText(seconds: number): string {
  const [unit, size] = units.find(([, size]) => seconds >= size) ?? ['second', 1];
  return formatCount(Math.max(0, Math.floor(seconds / size)), unit);
}

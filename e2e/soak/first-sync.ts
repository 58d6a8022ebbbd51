/**
 * `npm run soak -- first-sync [MESSAGES]`: the first sync of a large mailbox while the screener is on. Nothing in it is new mail, so
 * nothing may be moved or asked about. Prints the time, and what moved or waits; fails if anything does.
 */
import { until } from '../../daemon/test-until.ts';
import { startApp } from '../web/app.ts';

const [messages = 100_000] = process.argv.slice(2).map(Number);
const limitMs = 30 * 60_000;

const began = performance.now();
const app = await startApp({ messages, config: '[screener]\nenabled = true\n' });
try {
  const { token } = await get<{ token: string }>('/auth/local-token');
  const ask = <Reply>(address: string) => get<Reply>(address, token);
  await until(
    'all mail is stored',
    async () => {
      const { total_messages, sync_statuses } = await ask<Status>('/admin/status');
      return total_messages >= messages && sync_statuses.every((each) => each.last_success_at !== null);
    },
    { withinMs: limitMs, everyMs: 1_000 },
  );
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const { mutations } = await ask<{ mutations: unknown[] }>('/mail/mutations');
  const { accounts } = await ask<{ accounts: { account_id: string }[] }>('/platform/accounts');
  let waiting = 0;
  for (const { account_id } of accounts) {
    const queue = await ask<{ total: number; enabled: boolean }>(`/mail/screener/queue?account_id=${account_id}`);
    if (!queue.enabled) throw new Error('The screener is off.');
    waiting += queue.total;
  }
  console.log(`${messages} messages in ${seconds} s: ${mutations.length} changes, ${waiting} senders wait`);
  process.exitCode = mutations.length === 0 && waiting === 0 ? 0 : 1;
} finally {
  await app.stop();
}

type Status = { total_messages: number; sync_statuses: { last_success_at: string | null }[] };

async function get<Reply>(address: string, token?: string): Promise<Reply> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`${app.url}/api/v1${address}`, { headers });
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Reply;
}

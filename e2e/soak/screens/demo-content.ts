import { setTimeout as wait } from 'node:timers/promises';
import { apiBase } from '../../../bridge/own-routes.ts';
import { timeId } from '../../../daemon/base/ids.ts';

type Ask = <Answer>(path: string, body?: object) => Promise<Answer>;

/** Sends requests to the Posthorn at an address, as its owner. Throws if a request is refused. */
async function createAsk(url: string): Promise<Ask> {
  const handshake = await fetch(`${url}${apiBase}/auth/local-token`);
  const { token } = (await handshake.json()) as { token: string };
  return async <Answer>(path: string, body?: object) => {
    const answer = await fetch(`${url}${apiBase}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
}

/** Waits until all mail of the demo has arrived and search covers it. Throws after a minute. */
async function untilComplete(ask: Ask): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const { sync_statuses, search_coverage, total_messages } = await ask<Status>('/admin/status');
    const hasCome = sync_statuses.every((each) => !each.sync_in_progress && each.last_success_at !== null);
    if (hasCome && total_messages > 0 && search_coverage.indexed === total_messages) return;
    if (Date.now() > deadline) throw new Error('The mail of the demo has not come within a minute.');
    await wait(100);
  }
}

type Status = {
  sync_statuses: { sync_in_progress: boolean; last_success_at: string | null }[];
  search_coverage: { indexed: number };
  total_messages: number;
};

const dayMs = 86_400_000;

/** Performs typical actions of a user, so that the pages of drafts, outbox, snoozed mail and history have content. */
export async function addDemoContent(url: string): Promise<void> {
  const ask = await createAsk(url);
  await untilComplete(ask);
  const { accounts } = await ask<{ accounts: { account_id: string }[] }>('/platform/accounts');
  const { mailbox } = await ask<{ mailbox: { groups: { rows: { id: string }[] }[] } }>('/mail/mailbox?limit=40');
  const ids = mailbox.groups.flatMap(({ rows }) => rows.map(({ id }) => id));
  const draft = { account_id: accounts[0]?.account_id, to: [{ name: 'Ada Morgan', email: 'ada@example.org' }] };
  const subjects = ['Dinner on Friday', 'The green paper', 'Notes of Tuesday'];
  for (const subject of subjects)
    await ask('/mail/drafts/save-local', { ...draft, id: timeId(), subject, body_markdown: 'Shall we say **seven**?' });
  const later = timeId();
  await ask('/mail/drafts/save-local', { ...draft, id: later, subject: 'The keys', body_markdown: 'They lie inside.' });
  await ask('/mail/scheduled-sends', { draft_id: later, send_at: new Date(Date.now() + 2 * dayMs).toISOString() });
  const wake_at = new Date(Date.now() + 3 * dayMs).toISOString();
  await ask('/mail/actions/snooze', { message_ids: ids.slice(20, 23), until: wake_at });
  await ask(`/mail/reply-later/${ids[10]}`, { flag: true });
  await ask('/mail/mutations/star', { message_ids: ids.slice(4, 6), starred: true });
  await ask('/mail/mutations/archive', { message_ids: ids.slice(30, 34) });
  const invoices = { name: 'Invoices', condition: 'subject:invoice', action: 'add-label:Invoices, mark-read' };
  await ask('/platform/rules/upsert-form', invoices);
  const lists = { name: 'Newsletters', condition: 'from:news has:attachment', action: 'archive, stop' };
  await ask('/platform/rules/upsert-form', { ...lists, enabled: false });
  await ask('/platform/saved-searches/create', { name: 'Invoices', query: 'invoice' });
}

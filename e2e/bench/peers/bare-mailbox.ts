/**
 * A peer: express and better-sqlite3 alone answer `GET /api/v1/mail/mailbox` out of Posthorn's own database, with the same
 * statements and to the same byte, behind a bearer token. What is imported from Posthorn is how dates are worded. Knows
 * mail that was imported: one account, no folders but those every mailbox has. `/` is a plain page that lists the same rows. Says its port on a line of its own and runs
 * until it is killed. Started as `node bare-mailbox.ts FILE TOKEN`.
 */
import Database from 'better-sqlite3';
import express from 'express';
import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { bucketLabels, dateWriter, type DayBucket } from '../../../daemon/mail/dates.ts';
import { roleId, shownRoles } from '../../../daemon/mail/lists.ts';

const [file = '', token = ''] = process.argv.slice(2);
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const roleIds = new Map<string, string>(shownRoles.map((role) => [role, roleId(role)]));
const db = new Database(file, { readonly: true });

const accounts = db.prepare<[], Account>('SELECT * FROM accounts ORDER BY id');
const labels = db.prepare<[string], Label>(`
  SELECT * FROM labels WHERE account IN (SELECT value FROM json_each(?))
  ORDER BY kind = 'system' DESC, name COLLATE NOCASE, id`);
const threads = db.prepare<[number, number], Thread>(`
  SELECT lt.position, lt.thread AS id, lt.message, t.message_count, t.unread_count, t.starred, t.has_attachments, t.senders
  FROM label_threads lt CROSS JOIN threads t ON t.id = lt.thread
  WHERE lt.label = ? ORDER BY lt.position DESC, lt.thread DESC LIMIT ?`);
const messages = db.prepare<[string], Message>(`
  SELECT m.*, a.account_id, t.thread_id FROM messages m
  JOIN accounts a ON a.id = m.account JOIN threads t ON t.id = m.thread
  WHERE m.id IN (SELECT value FROM json_each(?))`);
const chips = db.prepare<[string], Label & { message: number }>(`
  SELECT lm.message, labels.* FROM label_messages lm JOIN labels ON labels.id = lm.label
  WHERE lm.message IN (SELECT value FROM json_each(?)) AND labels.synthetic = 0
    AND coalesce(labels.role, '') NOT IN ('all_mail', 'starred')
  ORDER BY labels.kind = 'system' DESC, labels.name`);

type Account = { id: number; name: string };
type Label = {
  id: number;
  label_id: string;
  synthetic: number;
  name: string;
  kind: string;
  role: string | null;
  color: string | null;
  thread_count: number;
  unread_thread_count: number;
};
type Thread = {
  position: number;
  id: number;
  message: number;
  message_count: number;
  unread_count: number;
  starred: number;
  has_attachments: number;
  senders: string;
};
type Message = Record<'message_id' | 'account_id' | 'thread_id' | 'received_at' | 'subject' | 'snippet', string> & {
  id: number;
  sort_key: number;
  date: string | null;
  from_name: string | null;
  from_email: string;
  header_id: string | null;
  recipients: string;
};

function page(limit: number): unknown {
  const known = accounts.all();
  const all = labels.all(JSON.stringify(known.map(({ id }) => id)));
  const shown = all.find(({ role, synthetic }) => role === 'all_mail' && synthetic === 1);
  const listed = shown ? threads.all(shown.id, limit + 1) : [];
  const page = listed.slice(0, limit);
  const last = page.at(-1);
  const hasMore = listed.length > limit && last !== undefined;
  return {
    shell: {
      accountLabel: known[0]?.name ?? 'local',
      syncLabel: 'Synced',
      statusMessage: 'No account is set up.',
      commandHint: 'Ctrl K',
    },
    sidebar: { sections: [{ id: 'system', title: 'Mailboxes', items: sidebarItems(all) }] },
    mailbox: {
      lensLabel: 'All mail',
      view: 'threads',
      counts: { unread: shown?.unread_thread_count ?? 0, total: shown?.thread_count ?? 0 },
      has_more: hasMore,
      next_offset: hasMore ? limit : null,
      next_cursor: hasMore ? `${last.position}.${last.id}` : null,
      groups: groupsOf(page),
    },
  };
}

const sidebarNames = { inbox: 'Inbox', starred: 'Starred', all_mail: 'All mail' };

function sidebarItems(all: readonly Label[]): unknown[] {
  return Object.entries(sidebarNames).flatMap(([role, name]) => {
    const synthetic = role === 'inbox' ? 0 : 1;
    const label = all.find((each) => each.role === role && each.synthetic === synthetic);
    if (!label) return [];
    const kind = role === 'starred' ? 'label' : role;
    return {
      id: name.toLowerCase().replace(' ', '-'),
      label: name,
      unread: label.unread_thread_count,
      total: label.thread_count,
      active: role === 'all_mail',
      lens: { kind, labelId: kind === 'label' ? roleIds.get(role) : null },
      role,
      color: null,
    };
  });
}

function groupsOf(listed: readonly Thread[]): unknown[] {
  const ids = JSON.stringify(listed.map(({ message }) => message));
  const byId = new Map(messages.all(ids).map((message) => [message.id, message]));
  const chipsOf = Map.groupBy(chips.all(ids), ({ message }) => message);
  const dates = dateWriter(new Date(), zone);
  const groups = new Map<DayBucket, unknown[]>();
  for (const thread of listed) {
    const message = byId.get(thread.message);
    if (!message) continue;
    const bucket = dates.bucket(message.sort_key * 1000);
    const rows = groups.get(bucket) ?? [];
    groups.set(bucket, rows);
    rows.push(rowOf(thread, message, chipsOf.get(message.id) ?? [], dates));
  }
  return [...groups].map(([id, rows]) => ({ id, label: bucketLabels[id], rows }));
}

function rowOf(thread: Thread, message: Message, own: readonly Label[], dates: ReturnType<typeof dateWriter>): unknown {
  const { to, cc, bcc } = JSON.parse(message.recipients) as Record<'to' | 'cc' | 'bcc', unknown[]>;
  const { date: said, received_at } = message;
  const isLie = said !== null && Date.parse(said) > Date.parse(received_at) + 86_400_000;
  const date = said === null || isLie ? received_at : said;
  const senders = JSON.parse(thread.senders) as { name: string | null; email: string; me: boolean }[];
  return {
    id: message.message_id,
    kind: 'thread',
    account_id: message.account_id,
    thread_id: message.thread_id,
    provider_id: message.header_id ?? message.message_id,
    sender: message.from_name ?? (message.from_email || 'Unknown sender'),
    sender_detail: message.from_email || null,
    senders: senders.map(({ name, email, me }) => (me ? 'you' : (name ?? (email || 'Unknown sender')))),
    subject: message.subject,
    snippet: message.snippet,
    date,
    ...dates.labels(date),
    to: to.length > 0 ? to : undefined,
    cc: cc.length > 0 ? cc : undefined,
    bcc: bcc.length > 0 ? bcc : undefined,
    labels: own.length > 0 ? own.map(({ label_id: id, name, kind, color }) => ({ id, name, kind, color })) : undefined,
    unread: thread.unread_count > 0,
    starred: thread.starred === 1,
    has_attachments: thread.has_attachments === 1,
    message_count: thread.message_count,
  };
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();
const expected = digestOf(`Bearer ${token}`);
const app = express();
app.disable('etag').disable('x-powered-by');
app.get('/api/v1/mail/mailbox', (request, response) => {
  if (!timingSafeEqual(digestOf(request.headers.authorization ?? ''), expected)) response.sendStatus(401);
  else response.json(page(Number(request.query['limit'])));
});
const plainPage = readFileSync(join(import.meta.dirname, 'plain-page.html'), 'utf8').replace('%TOKEN%', token);
app.get('/', (_request, response) => void response.type('html').send(plainPage));
const server = app.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));

/**
 * A peer: express and better-sqlite3 alone answer from Posthorn's own databases, behind a bearer token. `GET
 * /api/v1/mail/mailbox` uses the statements that Posthorn uses and answers with the same bytes. `GET /api/v1/mail/search`
 * finds the messages with one word, newest first, and answers with the same rows and total. `/` is a plain page that lists
 * the rows of the mailbox.
 *
 * It supports imported mail: one account, and only the folders that every mailbox has. It prints its port on a line of its
 * own and runs until it is killed. Started as `node bare-mailbox.ts MAIL_DB INDEX_DB TOKEN`.
 */
import Database from 'better-sqlite3';
import express, { type Request } from 'express';
import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { roleId, sidebarRoles } from '../../../daemon/mail/lists/lists.ts';
import { rowReader, type Conversation, type Label } from './bare-rows.ts';

const [mailFile = '', indexFile = '', token = ''] = process.argv.slice(2);
const roleIds = new Map<string, string>(sidebarRoles.map((role) => [role, roleId(role)]));
const db = new Database(mailFile, { readonly: true });
db.prepare('ATTACH ? AS idx').run(indexFile);

/** The search stops counting here. */
const mostCounted = 1_000;

const accounts = db.prepare<[], Account>('SELECT * FROM accounts ORDER BY id');
const labels = db.prepare<[string], Label>(`
  SELECT * FROM labels WHERE account IN (SELECT value FROM json_each(?))
  ORDER BY kind = 'system' DESC, name COLLATE NOCASE, id`);
const subscriptions = db.prepare<[string], { total: number }>(`
  SELECT count(*) AS total FROM contacts
  WHERE mailings > 0 AND account IN (SELECT value FROM json_each(?))`);
const threads = db.prepare<[number, number], Thread>(`
  SELECT lt.position, lt.thread AS id, lt.message, t.message_count, t.unread_count, t.starred, t.has_attachments, t.senders
  FROM label_threads lt CROSS JOIN threads t ON t.id = lt.thread
  WHERE lt.label = ? ORDER BY lt.position DESC, lt.thread DESC LIMIT ?`);
const hits = db.prepare<[string, number], { message: number }>(`
  SELECT m.id AS message FROM idx.fts CROSS JOIN messages m ON m.sort_key = fts.rowid
  WHERE fts MATCH ? ORDER BY fts.rowid DESC LIMIT ?`);
const hitCount = db.prepare<[string, number], { total: number }>(`
  SELECT count(*) AS total FROM (
    SELECT m.id FROM idx.fts CROSS JOIN messages m ON m.sort_key = fts.rowid
    WHERE fts MATCH ? ORDER BY fts.rowid DESC LIMIT ?)`);
const groupsOf = rowReader(db);

type Account = { id: number; name: string };
type Thread = Conversation & { position: number; id: number; message: number };

function mailboxPage(limit: number): unknown {
  const known = accounts.all();
  const accountIds = JSON.stringify(known.map(({ id }) => id));
  const all = labels.all(accountIds);
  const shown = all.find(({ role, synthetic }) => role === 'all_mail' && synthetic === 1);
  const listed = shown ? threads.all(shown.id, limit + 1) : [];
  const page = listed.slice(0, limit);
  const last = page.at(-1);
  const hasMore = listed.length > limit && last !== undefined;
  const items = [...mailboxItems(all), subscriptionsItem(subscriptions.get(accountIds)?.total ?? 0)];
  return {
    shell: {
      accountLabel: known[0]?.name ?? 'local',
      syncLabel: 'Synced',
      statusMessage: 'No account is set up.',
      commandHint: 'Ctrl K',
    },
    sidebar: { sections: [{ id: 'system', title: 'Mailboxes', items }] },
    mailbox: {
      lensLabel: 'All mail',
      view: 'threads',
      counts: { unread: shown?.unread_thread_count ?? 0, total: shown?.thread_count ?? 0 },
      has_more: hasMore,
      next_offset: hasMore ? limit : null,
      next_cursor: hasMore ? `${last.position}.${last.id}` : null,
      groups: groupsOf(page.map((thread) => ({ message: thread.message, conversation: thread }))),
    },
  };
}

const sidebarNames = { inbox: 'Inbox', starred: 'Starred', all_mail: 'All mail' };

function mailboxItems(all: readonly Label[]): unknown[] {
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

function subscriptionsItem(total: number): unknown {
  return {
    id: 'subscriptions',
    label: 'Subscriptions',
    unread: 0,
    total,
    active: false,
    lens: { kind: 'subscription' },
    role: null,
    color: null,
  };
}

function searchPage(word: string, limit: number): unknown {
  const match = `"${word.replaceAll('"', '""')}"`;
  const found = hits.all(match, limit + 1);
  const counted = hitCount.get(match, mostCounted + 1)?.total ?? 0;
  const isExact = counted <= mostCounted;
  return {
    scope: 'messages',
    total: isExact ? counted : mostCounted,
    total_is_exact: isExact,
    has_more: found.length > limit,
    groups: groupsOf(found.slice(0, limit)),
  };
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();
const expected = digestOf(`Bearer ${token}`);
const app = express();
app.disable('etag').disable('x-powered-by');
app.get('/api/v1/mail/mailbox', (request, response) => {
  if (isOwner(request)) response.json(mailboxPage(Number(request.query['limit'])));
  else response.sendStatus(401);
});
app.get('/api/v1/mail/search', (request, response) => {
  const { q, limit } = request.query;
  if (!isOwner(request)) response.sendStatus(401);
  else response.json(searchPage(typeof q === 'string' ? q : '', Number(limit)));
});
const plainPage = readFileSync(join(import.meta.dirname, 'plain-page.html'), 'utf8').replace('%TOKEN%', token);
app.get('/', (_request, response) => void response.type('html').send(plainPage));
const server = app.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));

function isOwner({ headers }: Request): boolean {
  return timingSafeEqual(digestOf(headers.authorization ?? ''), expected);
}

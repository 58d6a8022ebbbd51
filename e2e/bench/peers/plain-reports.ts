/**
 * The reports of analytics as a short program would compute them: better-sqlite3 reads the rows, and JavaScript counts. Tests
 * compare Posthorn's replies with them, and the benchmark its times. They count the mail of all accounts.
 */
import Database from 'better-sqlite3';

/** `sinceDays` counts all mail if it is absent; `zone` is an IANA name. */
export type PlainRequest = { now: Date; zone: string; sinceDays?: number | undefined };

type Mail = {
  id: number;
  message_id: string;
  thread_id: string;
  thread: number;
  account: number;
  sort_key: number;
  date: string | null;
  received_at: string;
  subject: string;
  from_name: string | null;
  from_email: string;
  recipients: string;
  header_id: string | null;
  in_reply_to: string | null;
  list_id: string | null;
  unsubscribe: string;
  direction: 'inbound' | 'outbound';
  flags: number;
  size: number;
  kind: string | null;
};

const [draft, trash, spam] = [4, 16, 32];
const [hourSeconds, daySeconds] = [3600, 86_400];
const limit = 50;

/** The database as a plain program opens it. */
export function openPlain(file: string): Database.Database {
  return new Database(file, { readonly: true });
}

type PlainReport = (db: Database.Database, request: PlainRequest) => unknown;

/** All messages since the period began. */
function mailOf(db: Database.Database, { now, sinceDays }: PlainRequest): Mail[] {
  const since = sinceDays === undefined ? 0 : Math.floor(now.getTime() / 1000) - sinceDays * daySeconds;
  return db
    .prepare<[number], Mail>(
      `SELECT m.*, t.thread_id, k.kind FROM messages m JOIN threads t ON t.id = m.thread
       LEFT JOIN message_kinds k ON k.message = m.id WHERE m.sort_key >= ?`,
    )
    .all(since);
}

function ownAddresses(db: Database.Database): Set<string> {
  const rows = db.prepare<[], { email: string }>('SELECT lower(email) AS email FROM account_addresses').all();
  return new Set(rows.map(({ email }) => email));
}

type Bucket = { key: string; bytes: number; count: number };

function buckets(entries: Iterable<readonly [key: string, bytes: number]>): Bucket[] {
  const byKey = new Map<string, Bucket>();
  for (const [key, bytes] of entries) {
    const bucket = byKey.get(key) ?? { key, bytes: 0, count: 0 };
    byKey.set(key, bucket);
    bucket.bytes += bytes;
    bucket.count += 1;
  }
  return [...byKey.values()].toSorted((a, b) => b.bytes - a.bytes || (a.key < b.key ? -1 : 1));
}

const bySender: PlainReport = (db, request) =>
  buckets(mailOf(db, request).map(({ from_email, size }) => [from_email.toLowerCase(), size])).slice(0, limit);

const byYear: PlainReport = (db, request) =>
  buckets(mailOf(db, request).map(({ sort_key, size }) => [new Date(sort_key * 1000).toISOString().slice(0, 4), size]))
    .toSorted((a, b) => Number(b.key) - Number(a.key))
    .slice(0, limit);

function byType(db: Database.Database, request: PlainRequest): Bucket[] {
  const counted = new Set(mailOf(db, request).map(({ id }) => id));
  const files = db
    .prepare<[], { message: number; mime_type: string; size: number }>(
      'SELECT message, mime_type, size FROM attachments',
    )
    .all();
  return buckets(
    files.flatMap(({ message, mime_type, size }) =>
      counted.has(message) ? [[mime_type.toLowerCase(), size] as const] : [],
    ),
  ).slice(0, limit);
}

const byLabel: PlainReport = (db, request) => {
  const sizes = new Map(mailOf(db, request).map(({ id, size }) => [id, size]));
  const rows = db
    .prepare<[], { name: string; message: number }>(
      'SELECT l.name, lm.message FROM labels l JOIN label_messages lm ON lm.label = l.id WHERE l.synthetic = 0',
    )
    .all();
  return buckets(
    rows.flatMap(({ name, message }) => {
      const size = sizes.get(message);
      return size === undefined ? [] : [[name, size] as const];
    }),
  ).slice(0, limit);
};

const instantOf = (seconds: number) => new Date(seconds * 1000).toISOString();

function shownDate({ date, received_at }: Mail): string {
  if (date === null) return received_at;
  return Date.parse(date) > Date.parse(received_at) + daySeconds * 1000 ? received_at : date;
}

const largestOf = (mail: readonly Mail[]) =>
  mail
    .filter(({ flags }) => (flags & trash) === 0)
    .toSorted((a, b) => b.size - a.size || a.sort_key - b.sort_key)
    .map((each) => ({
      message_id: each.message_id,
      thread_id: each.thread_id,
      date: shownDate(each),
      from_email: each.from_email,
      subject: each.subject,
      size_bytes: each.size,
    }));

const largest: PlainReport = (db, request) => largestOf(mailOf(db, request)).slice(0, limit);

/** Conversations that have waited for 14 to 180 days. */
const waiting =
  (who: 'mine' | 'theirs'): PlainReport =>
  (db, request) => {
    const own = ownAddresses(db);
    const at = Math.floor(request.now.getTime() / 1000);
    const daysSince = (seconds: number) => (at - seconds) / daySeconds;
    const mail = mailOf(db, { ...request, sinceDays: 180 }).filter(
      ({ flags }) => (flags & (draft | spam | trash)) === 0,
    );
    const newest = new Map<number, Mail>();
    for (const each of mail.toSorted((a, b) => a.sort_key - b.sort_key)) newest.set(each.thread, each);
    return [...newest.values()]
      .filter(({ sort_key, list_id }) => daysSince(sort_key) >= 14 && list_id === null)
      .filter(({ direction, kind }) =>
        who === 'mine' ? direction === 'inbound' && kind === 'person' : direction === 'outbound',
      )
      .toSorted((a, b) => a.sort_key - b.sort_key)
      .map((each) => ({
        thread_id: each.thread_id,
        counterparty_email: (who === 'mine' ? each.from_email : (recipientsOf(each)[0] ?? '')).toLowerCase(),
        latest_message_id: each.message_id,
        latest_subject: each.subject,
        latest_date: shownDate(each),
        days_stale: Math.floor(daysSince(each.sort_key)),
      }))
      .filter(({ counterparty_email }) => counterparty_email !== '' && !own.has(counterparty_email))
      .slice(0, limit);
  };

function recipientsOf({ recipients }: Mail): string[] {
  return (JSON.parse(recipients) as { to: { email: string }[] }).to.map(({ email }) => email);
}

type Contact = {
  email: string;
  name: string | null;
  name_by_owner: string | null;
  received: number;
  mailings: number;
  sent: number;
  last_received: number;
  last_sent: number;
};

const larger = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a);

/** The people of all accounts, without senders of mailings and the user. */
function people(db: Database.Database): Contact[] {
  const byAddress = new Map<string, Contact>();
  for (const row of db.prepare<[], Contact>('SELECT * FROM contacts').iterate()) {
    const known = byAddress.get(row.email);
    byAddress.set(row.email, known ? sumOf(known, row) : row);
  }
  const own = ownAddresses(db);
  return [...byAddress.values()].filter(({ email, mailings, received }) => mailings * 2 <= received && !own.has(email));
}

function sumOf(one: Contact, other: Contact): Contact {
  return {
    email: one.email,
    name: larger(one.name, other.name),
    name_by_owner: larger(one.name_by_owner, other.name_by_owner),
    received: one.received + other.received,
    mailings: one.mailings + other.mailings,
    sent: one.sent + other.sent,
    last_received: Math.max(one.last_received, other.last_received),
    last_sent: Math.max(one.last_sent, other.last_sent),
  };
}

const nameOf = ({ name, name_by_owner }: Contact) => name ?? name_by_owner;

const asymmetryOf = (db: Database.Database) =>
  people(db)
    .filter(({ received }) => received >= 5)
    .map((each) => ({
      email: each.email,
      display_name: nameOf(each),
      total_inbound: each.received,
      total_outbound: each.sent,
      asymmetry: Math.round(((each.received - each.sent) / (each.received + each.sent)) * 1000) / 1000,
      last_seen_at: instantOf(Math.max(each.last_received, each.last_sent)),
    }))
    .toSorted(
      (a, b) => b.asymmetry - a.asymmetry || b.total_inbound - a.total_inbound || a.email.localeCompare(b.email),
    );

const asymmetry: PlainReport = (db) => asymmetryOf(db).slice(0, limit);

/** People who have not written for 30 to 365 days. */
const decay: PlainReport = (db, { now }) => {
  const since = (seconds: number) => Math.floor((now.getTime() / 1000 - seconds) / daySeconds);
  return people(db)
    .filter(({ received, sent, last_received }) => {
      return received > 0 && sent > 0 && since(last_received) >= 30 && since(last_received) <= 365;
    })
    .toSorted((a, b) => Math.min(b.received, b.sent) - Math.min(a.received, a.sent) || a.email.localeCompare(b.email))
    .slice(0, limit)
    .map((each) => ({
      email: each.email,
      display_name: nameOf(each),
      last_inbound_at: instantOf(each.last_received),
      last_outbound_at: instantOf(each.last_sent),
      days_since_inbound: since(each.last_received),
      days_since_outbound: since(each.last_sent),
    }));
};

type Pair = { asked: number; replied: number; counterparty: string };

/** The first reply to each message, oldest message first. `replies` are the messages of the period. */
function pairsOf(all: readonly Mail[], replies: readonly Mail[], who: 'mine' | 'theirs'): Pair[] {
  const [replying, asking] = who === 'mine' ? ['outbound', 'inbound'] : ['inbound', 'outbound'];
  const isCounted = ({ flags, list_id }: Mail) => (flags & (draft | spam)) === 0 && list_id === null;
  const keyOf = (account: number, id: string) => `${account} ${id.toLowerCase()}`;
  const byId = Map.groupBy(
    all.filter((each) => each.direction === asking && each.header_id !== null && isCounted(each)),
    ({ account, header_id }) => keyOf(account, header_id ?? ''),
  );
  const first = new Map<number, Pair>();
  for (const reply of replies.toSorted((a, b) => a.sort_key - b.sort_key)) {
    if (reply.direction !== replying || reply.in_reply_to === null || !isCounted(reply)) continue;
    for (const asked of byId.get(keyOf(reply.account, reply.in_reply_to)) ?? []) {
      if (reply.sort_key <= asked.sort_key || first.has(asked.id)) continue;
      const counterparty = (who === 'mine' ? asked : reply).from_email.toLowerCase();
      first.set(asked.id, { asked: asked.sort_key, replied: reply.sort_key, counterparty });
    }
  }
  return [...first.values()].toSorted((a, b) => a.asked - b.asked);
}

const bounds = [60, 300, 1800, hourSeconds, 6 * hourSeconds, daySeconds, 3 * daySeconds, Number.MAX_SAFE_INTEGER];

function timesOf(pairs: readonly Pair[], zone: string) {
  const local = localClock(zone);
  const rank = (values: readonly number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)];
  const clock = pairs.map(({ asked, replied }) => replied - asked);
  const business = pairs.map(({ asked, replied }) => officeSeconds(local(asked), local(replied)));
  return {
    sample_count: pairs.length,
    clock_p50_seconds: rank(clock, 0.5) ?? 0,
    clock_p90_seconds: rank(clock, 0.9) ?? 0,
    business_hours_p50_seconds: rank(business, 0.5) ?? null,
    business_hours_p90_seconds: rank(business, 0.9) ?? null,
    histogram: bounds.map((upper_bound_seconds, at) => ({
      upper_bound_seconds,
      count: clock.filter((each) => each <= upper_bound_seconds && each > (bounds[at - 1] ?? -1)).length,
    })),
  };
}

/** Whole weeks have 40 hours; the rest is counted day by day. */
function officeSeconds(from: number, to: number): number {
  const weeks = Math.max(0, Math.floor((to - from) / (7 * daySeconds)));
  let seconds = weeks * 40 * hourSeconds;
  for (let start = from + weeks * 7 * daySeconds; start < to;) {
    const midnight = Math.floor(start / daySeconds) * daySeconds;
    const end = Math.min(to, midnight + daySeconds);
    const weekday = new Date(midnight * 1000).getUTCDay();
    const [opens, closes] = [Math.max(start, midnight + 9 * hourSeconds), Math.min(end, midnight + 17 * hourSeconds)];
    if (weekday !== 0 && weekday !== 6) seconds += Math.max(0, closes - opens);
    start = end;
  }
  return seconds;
}

/** Converts unix seconds to the seconds that clocks of the zone show; each hour is looked up once. */
function localClock(zone: string): (seconds: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  const offsets = new Map<number, number>();
  return (seconds) => {
    const hour = Math.floor(seconds / hourSeconds);
    const start = hour * hourSeconds;
    const offset = offsets.get(hour) ?? Date.parse(`${format.format(start * 1000).replace(' ', 'T')}Z`) / 1000 - start;
    offsets.set(hour, offset);
    return seconds + offset;
  };
}

const replyTimes =
  (who: 'mine' | 'theirs'): PlainReport =>
  (db, request) => {
    const all = mailOf(db, { ...request, sinceDays: undefined });
    const period = request.sinceDays === undefined ? all : mailOf(db, request);
    return timesOf(pairsOf(all, period, who), request.zone);
  };

/** A look back at the year so far. */
const wrapped: PlainReport = (db, { now, zone }) => {
  const year = new Intl.DateTimeFormat('en', { timeZone: zone, year: 'numeric' }).format(now);
  const utc = Date.UTC(Number(year), 0, 1) / 1000;
  const since = utc - (localClock(zone)(utc) - utc);
  const all = mailOf(db, { now, zone });
  const stored = all.filter(({ sort_key }) => sort_key >= since && sort_key <= Math.floor(now.getTime() / 1000));
  const mail = stored.filter(({ flags }) => (flags & (draft | spam)) === 0);
  const days = Math.ceil((now.getTime() / 1000 - since) / daySeconds);
  return {
    volume: {
      inbound_count: mail.filter(({ direction }) => direction === 'inbound').length,
      outbound_count: mail.filter(({ direction }) => direction === 'outbound').length,
      thread_count: new Set(mail.map(({ thread }) => thread)).size,
    },
    ...timesOfYear(mail, zone),
    writers: writersOf(mail, ownAddresses(db)),
    recipients: recipientsByCount(mail, ownAddresses(db)),
    replies: timesOf(pairsOf(all, mail, 'mine'), zone).sample_count,
    total_bytes: stored.reduce((sum, { size }) => sum + size, 0),
    heaviest: largestOf(stored)[0] ?? null,
    top_mimetype: byType(db, { now, zone, sinceDays: days })[0]?.key ?? null,
    lists: new Set(mail.flatMap(({ direction, list_id }) => (direction === 'inbound' && list_id ? [list_id] : [])))
      .size,
    longest: Math.max(0, ...[...Map.groupBy(mail, ({ thread }) => thread).values()].map(({ length }) => length)),
  };
};

function timesOfYear(mail: readonly Mail[], zone: string) {
  const local = localClock(zone);
  const counts = (length: number, indexOf: (seconds: number) => number) => {
    const all = Array<number>(length).fill(0);
    for (const { sort_key } of mail) all[indexOf(sort_key)]! += 1;
    return all;
  };
  return {
    weekdays: counts(7, (at) => (new Date(local(at) * 1000).getUTCDay() + 6) % 7),
    hours: counts(24, (at) => new Date(local(at) * 1000).getUTCHours()),
  };
}

type Ranked = { email: string; count: number };

function ranked(addresses: Iterable<string>): Ranked[] {
  const counts = new Map<string, number>();
  for (const email of addresses) counts.set(email, (counts.get(email) ?? 0) + 1);
  return [...counts]
    .map(([email, count]) => ({ email, count }))
    .toSorted((a, b) => b.count - a.count || (a.email < b.email ? -1 : 1))
    .slice(0, 5);
}

function writersOf(mail: readonly Mail[], own: ReadonlySet<string>): Ranked[] {
  return ranked(
    mail
      .filter(({ direction, list_id, unsubscribe }) => {
        return direction === 'inbound' && list_id === null && unsubscribe === '"None"';
      })
      .map(({ from_email }) => from_email.toLowerCase())
      .filter((email) => email !== '' && !own.has(email)),
  );
}

function recipientsByCount(mail: readonly Mail[], own: ReadonlySet<string>): Ranked[] {
  const sent = mail.filter(({ direction }) => direction === 'outbound');
  return ranked(
    sent
      .flatMap((each) => [...new Set(recipientsOf(each).map((email) => email.toLowerCase()))])
      .filter((email) => !own.has(email)),
  );
}

/** By the name of Posthorn's request and what is asked for. */
export const plainReports = {
  'storage by sender': bySender,
  'storage by type': byType,
  'storage by label': byLabel,
  'storage by year': byYear,
  'largest messages': largest,
  'stale threads of the user': waiting('mine'),
  'stale threads of others': waiting('theirs'),
  'contact asymmetry': asymmetry,
  'contact decay': decay,
  'response time of the user': replyTimes('mine'),
  'response time of others': replyTimes('theirs'),
  wrapped,
} satisfies Record<string, PlainReport>;

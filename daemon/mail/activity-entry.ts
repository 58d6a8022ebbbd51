import type { ActivityTier } from '../contract/activity.ts';
import { jsonList, sql, type ReadDb } from '../store/db.ts';
import { actionOf, activityActions, targetIn } from './activity-actions.ts';
import type { ActivitySettings, Asked, DoneLater } from './activity.ts';

/** An entry as it is stored. `accounts` are public ids. */
export type ActivityRow = {
  ts: number;
  source: string;
  token_id: string | null;
  action: string;
  tier: ActivityTier;
  accounts: string[];
  target_kind: string | null;
  target_id: string | null;
  outcome: string;
  took_ms: number;
  context: Context | null;
};
type Fact = string | number | boolean | string[];
type Context = Record<string, Fact>;

/** A page asks again by itself, so a read that is repeated within these milliseconds is one entry. */
const repeatedWithin = 600_000;
const mostRemembered = 1_000;
const mostListed = 20;
const longest = 300;

/** What there is to make an entry of. */
export type Told = { asked: Omit<Asked, 'reply'>; result: Result | undefined } | { later: DoneLater; ts: number };

/** What an answer says its change came to. */
type Result = { accounts: string[]; facts: Context };

/**
 * Makes entries of what was asked: the action's word, and of its input what the table allows. What is not to be kept by
 * the settings is left out here, before anything is stored.
 */
export function describer({ read, settings }: { read: ReadDb; settings: () => ActivitySettings }) {
  const lastSeen = new Map<string, number>();

  function isRepeated({ ts, took_ms: _took, ...row }: ActivityRow): boolean {
    if (row.tier !== 'ephemeral') return false;
    const key = JSON.stringify(row);
    const before = lastSeen.get(key);
    if (before !== undefined && ts - before < repeatedWithin) return true;
    // What is set again moves to the end, so the first is the one that was seen longest ago.
    lastSeen.delete(key);
    lastSeen.set(key, ts);
    const [oldest] = lastSeen.keys();
    if (lastSeen.size > mostRemembered && oldest !== undefined) lastSeen.delete(oldest);
    return false;
  }

  return (told: readonly Told[]): ActivityRow[] => {
    const now = settings();
    const rows = told.map((each) => ('asked' in each ? rowOf(each.asked, each.result, now) : laterRow(each)));
    addLookedUp(rows, read, now);
    return rows.filter((row) => !isRepeated(row));
  };
}

function rowOf(asked: Omit<Asked, 'reply'>, result: Result | undefined, settings: ActivitySettings): ActivityRow {
  const { name, source, token_id = null, effect, input, ts, took_ms, failure = 'ok' } = asked;
  const target = targetIn(name, input);
  return {
    ts,
    source,
    token_id,
    ...actionOf(name, effect),
    accounts: result?.accounts ?? accountsNamed(input),
    target_kind: target?.kind ?? null,
    target_id: target?.id ?? null,
    outcome: failure,
    took_ms: Math.round(took_ms),
    context: contextOf(asked, result?.facts ?? {}, settings),
  };
}

function laterRow({ later, ts }: { later: DoneLater; ts: number }): ActivityRow {
  const { action, actor, account_id, message_id, failure = 'ok' } = later;
  return {
    ts,
    source: actor.origin,
    token_id: actor.token_id ?? null,
    action,
    tier: 'standard',
    accounts: [account_id],
    target_kind: message_id === null ? null : 'message',
    target_id: message_id,
    outcome: failure,
    took_ms: 0,
    context: null,
  };
}

function contextOf(
  { name, input }: Pick<Asked, 'name' | 'input'>,
  result: Context,
  settings: ActivitySettings,
): Context | null {
  const { facts = [], searches = [], handles = [] } = activityActions[name] ?? {};
  const context: Context = { ...result };
  const take = (keys: readonly string[], as?: string) => {
    for (const key of keys) {
      const fact = factOf(input[key]);
      if (fact !== undefined) context[as ?? key] = fact;
    }
  };
  take(facts);
  if (settings.track_search_queries) take(searches, 'query');
  if (settings.track_recipient_handles) take(handles, 'recipients');
  else if (typeof context['query'] === 'string') context['query'] = withoutAddresses(context['query']);
  return Object.keys(context).length > 0 ? context : null;
}

function factOf(value: unknown): Fact | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value.slice(0, longest);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value
    .filter((each) => typeof each === 'string')
    .slice(0, mostListed)
    .map((each) => each.slice(0, longest));
}

function withoutAddresses(query: string): string {
  return query.replaceAll(/[^\s:"()]+@[^\s"()]+/g, '…');
}

/** What an answer to a change of mail says it came to. */
export function resultIn(reply: unknown): Result | undefined {
  if (typeof reply !== 'object' || reply === null) return undefined;
  const { result, affected } = reply as { result?: Partial<MutationResult>; affected?: unknown };
  if (typeof affected === 'number') return { accounts: [], facts: { affected } };
  if (!result || !Array.isArray(result.accounts)) return undefined;
  const { requested, succeeded, mutation_id, accounts } = result;
  const numbers = { ...(requested !== undefined && { requested }), ...(succeeded !== undefined && { succeeded }) };
  return {
    accounts: accounts.map(({ account_id }) => account_id),
    facts: { ...numbers, ...(mutation_id && { mutation_id }) },
  };
}

type MutationResult = {
  requested: number;
  succeeded: number;
  mutation_id: string | null;
  accounts: { account_id: string }[];
};

function accountsNamed({ account_id, account_ids }: Record<string, unknown>): string[] {
  const named = [account_id, account_ids].flat().filter((id) => typeof id === 'string');
  return named.slice(0, mostListed).map((id) => id.toLowerCase());
}

type Found = { id: string; account_id: string; subject: string | null; recipients: string | null };

/** Whose mail it was and what it is called, of entries about one message or conversation. */
function addLookedUp(rows: readonly ActivityRow[], read: ReadDb, settings: ActivitySettings): void {
  const idsOf = (kind: string) => rows.flatMap((row) => (row.target_kind === kind ? (row.target_id ?? []) : []));
  const found = new Map(
    [...messages(read, idsOf('message')), ...threads(read, idsOf('thread'))].map((each) => [each.id, each]),
  );
  for (const row of rows) {
    const about =
      row.target_kind === 'message' || row.target_kind === 'thread' ? found.get(row.target_id ?? '') : undefined;
    if (!about) continue;
    if (row.accounts.length === 0) row.accounts = [about.account_id];
    const { subject } = about;
    const recipients = recipientsIn(about.recipients);
    const more = {
      ...(settings.track_subjects && subject && { subject: subject.slice(0, longest) }),
      ...(settings.track_recipient_handles && recipients.length > 0 && { recipients }),
    };
    if (Object.keys(more).length > 0) row.context = { ...more, ...row.context };
  }
}

function recipientsIn(json: string | null): string[] {
  if (json === null) return [];
  const { to = [], cc = [], bcc = [] } = JSON.parse(json) as Partial<Record<'to' | 'cc' | 'bcc', { email: string }[]>>;
  return [...to, ...cc, ...bcc].slice(0, mostListed).map(({ email }) => email);
}

/** Recipients are of what the owner sent. */
function messages(read: ReadDb, ids: readonly string[]): Found[] {
  if (ids.length === 0) return [];
  return read.all(sql`
    SELECT m.message_id AS id, a.account_id, m.subject,
      CASE m.direction WHEN 'outbound' THEN m.recipients END AS recipients
    FROM messages m JOIN accounts a ON a.id = m.account
    WHERE m.message_id IN (SELECT value FROM json_each(${jsonList(ids)}))`);
}

function threads(read: ReadDb, ids: readonly string[]): Found[] {
  if (ids.length === 0) return [];
  return read.all(sql`
    SELECT t.thread_id AS id, a.account_id, NULL AS recipients,
      (SELECT subject FROM messages m WHERE m.thread = t.id ORDER BY m.sort_key LIMIT 1) AS subject
    FROM threads t JOIN accounts a ON a.id = t.account
    WHERE t.thread_id IN (SELECT value FROM json_each(${jsonList(ids)}))`);
}

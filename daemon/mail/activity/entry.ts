import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { isPerson } from '../../safety/policy.ts';
import { actionOf, targetOf } from './actions.ts';
import type {
  ActivitySettings,
  AnsweredRequest,
  DeferredAction,
  ActivityRow,
  ActivityContext,
  ContextValue,
} from './recorded.ts';

/** The page repeats requests by itself, so a read that is repeated within this time (milliseconds) is one entry. */
const repeatWindowMs = 600_000;
const maxRememberedReads = 1_000;
const maxListItems = 20;
const maxTextLength = 300;

/** The input from which an entry is built. */
export type ActivityInput =
  | { request: Omit<AnsweredRequest, 'reply'>; result: ReplySummary | undefined }
  | { deferred: DeferredAction; ts: number };

/** The accounts and the result of a change, read from its reply. */
type ReplySummary = { accounts: string[]; context: ActivityContext };

/**
 * Builds entries from requests: the action name and the allowed fields of the input. Data that the settings exclude
 * is removed here, before anything is stored.
 */
export function activityRowBuilder({ read, settings }: { read: ReadDb; settings: () => ActivitySettings }) {
  const lastRecorded = new Map<string, number>();

  function isRepeated({ ts, took_ms: _took, ...row }: ActivityRow): boolean {
    if (row.tier !== 'ephemeral') return false;
    const key = JSON.stringify(row);
    const before = lastRecorded.get(key);
    if (before !== undefined && ts - before < repeatWindowMs) return true;
    // An updated key moves to the end of the map, so that the first key is the least recently recorded.
    lastRecorded.delete(key);
    lastRecorded.set(key, ts);
    const [oldest] = lastRecorded.keys();
    if (lastRecorded.size > maxRememberedReads && oldest !== undefined) lastRecorded.delete(oldest);
    return false;
  }

  return (inputs: readonly ActivityInput[]): ActivityRow[] => {
    const current = settings();
    const rows = inputs.map((each) =>
      'request' in each ? requestRow(each.request, each.result, current) : deferredActionRow(each),
    );
    addTargetInfo(rows, read, current);
    return rows.filter((row) => !isRepeated(row));
  };
}

function requestRow(
  request: Omit<AnsweredRequest, 'reply'>,
  result: ReplySummary | undefined,
  settings: ActivitySettings,
): ActivityRow {
  const { name, activity, source, token_id = null, effect, input, ts, took_ms, failure = 'ok' } = request;
  const target = targetOf(name, input);
  return {
    ts,
    source,
    token_id,
    ...actionOf(name, effect, activity),
    accounts: result?.accounts ?? accountIdsIn(input),
    target_kind: target?.kind ?? null,
    target_id: target?.id ?? null,
    outcome: failure,
    took_ms: Math.round(took_ms),
    context: contextOf(request, result?.context ?? {}, settings),
  };
}

function deferredActionRow({ deferred, ts }: { deferred: DeferredAction; ts: number }): ActivityRow {
  const { action, actor, account_id, message_id, failure = 'ok' } = deferred;
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
  { activity = {}, input }: Pick<AnsweredRequest, 'activity' | 'input'>,
  result: ActivityContext,
  settings: ActivitySettings,
): ActivityContext | null {
  const { recordedFields = [], queryFields = [], addressFields = [] } = activity;
  const context: ActivityContext = { ...result };
  const addFields = (keys: readonly string[], target?: string) => {
    for (const key of keys) {
      const value = contextValueOf(input[key]);
      if (value !== undefined) context[target ?? key] = value;
    }
  };
  addFields(recordedFields);
  if (settings.track_search_queries) addFields(queryFields, 'query');
  if (settings.track_recipient_handles) addFields(addressFields, 'recipients');
  else if (typeof context['query'] === 'string') context['query'] = maskAddresses(context['query']);
  return Object.keys(context).length > 0 ? context : null;
}

function contextValueOf(value: unknown): ContextValue | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value.slice(0, maxTextLength);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value
    .filter((each) => typeof each === 'string')
    .slice(0, maxListItems)
    .map((each) => each.slice(0, maxTextLength));
}

function maskAddresses(query: string): string {
  return query.replaceAll(/[^\s:"()]+@[^\s"()]+/g, '…');
}

/** The accounts and the result of a mail change, read from its reply. */
export function summarizeReply(reply: unknown): ReplySummary | undefined {
  if (typeof reply !== 'object' || reply === null) return undefined;
  const { result, affected } = reply as { result?: Partial<MutationReplyBody>; affected?: unknown };
  if (typeof affected === 'number') return { accounts: [], context: { affected } };
  if (!result || !Array.isArray(result.accounts)) return undefined;
  const { requested, succeeded, mutation_id, accounts } = result;
  const numbers = { ...(requested !== undefined && { requested }), ...(succeeded !== undefined && { succeeded }) };
  return {
    accounts: accounts.map(({ account_id }) => account_id),
    context: { ...numbers, ...(mutation_id && { mutation_id }) },
  };
}

type MutationReplyBody = {
  requested: number;
  succeeded: number;
  mutation_id: string | null;
  accounts: { account_id: string }[];
};

function accountIdsIn({ account_id, account_ids }: Record<string, unknown>): string[] {
  const named = [account_id, account_ids].flat().filter((id) => typeof id === 'string');
  return named.slice(0, maxListItems).map((id) => id.toLowerCase());
}

type TargetInfo = { id: string; account_id: string; subject: string | null; recipients: string | null };

/**
 * Adds the accounts and subjects to entries about a single message or thread. A caller that was told that there is no such
 * message reads its own entries, so they must not tell it otherwise.
 */
function addTargetInfo(all: readonly ActivityRow[], read: ReadDb, settings: ActivitySettings): void {
  const rows = all.filter(
    ({ outcome, source, token_id }) => outcome !== 'not_found' || isPerson({ origin: source, token_id }),
  );
  const idsOf = (kind: string) => rows.flatMap((row) => (row.target_kind === kind ? (row.target_id ?? []) : []));
  const infoById = new Map(
    [...messageInfo(read, idsOf('message')), ...threadInfo(read, idsOf('thread'))].map((each) => [each.id, each]),
  );
  for (const row of rows) {
    const info =
      row.target_kind === 'message' || row.target_kind === 'thread' ? infoById.get(row.target_id ?? '') : undefined;
    if (!info) continue;
    if (row.accounts.length === 0) row.accounts = [info.account_id];
    const { subject } = info;
    const recipients = recipientsIn(info.recipients);
    const details = {
      ...(settings.track_subjects && subject && { subject: subject.slice(0, maxTextLength) }),
      ...(settings.track_recipient_handles && recipients.length > 0 && { recipients }),
    };
    if (Object.keys(details).length > 0) row.context = { ...details, ...row.context };
  }
}

function recipientsIn(json: string | null): string[] {
  if (json === null) return [];
  const { to = [], cc = [], bcc = [] } = JSON.parse(json) as Partial<Record<'to' | 'cc' | 'bcc', { email: string }[]>>;
  return [...to, ...cc, ...bcc].slice(0, maxListItems).map(({ email }) => email);
}

/** Recipients are added for sent messages only. */
function messageInfo(read: ReadDb, ids: readonly string[]): TargetInfo[] {
  if (ids.length === 0) return [];
  return read.all(sql`
    SELECT m.message_id AS id, a.account_id, m.subject,
      CASE m.direction WHEN 'outbound' THEN m.recipients END AS recipients
    FROM messages m JOIN accounts a ON a.id = m.account
    WHERE m.message_id IN (SELECT value FROM json_each(${jsonList(ids)}))`);
}

function threadInfo(read: ReadDb, ids: readonly string[]): TargetInfo[] {
  if (ids.length === 0) return [];
  return read.all(sql`
    SELECT t.thread_id AS id, a.account_id, NULL AS recipients,
      (SELECT subject FROM messages m WHERE m.thread = t.id ORDER BY m.sort_key LIMIT 1) AS subject
    FROM threads t JOIN accounts a ON a.id = t.account
    WHERE t.thread_id IN (SELECT value FROM json_each(${jsonList(ids)}))`);
}

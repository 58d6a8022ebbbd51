import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExamples } from '../../bridge/openapi/examples.ts';
import { Failure } from '../../daemon/base/failure.ts';
import { randomId } from '../../daemon/base/ids.ts';
import { contractWithoutDemo, requestsByName } from '../../daemon/contract.ts';
import { isUpload, type Request } from '../../daemon/contract/define.ts';
import { fieldsOf, schemaCollection, type JsonSchema } from '../../daemon/contract/json-schema.ts';
import type { Caller } from '../../daemon/handler-types.ts';
import { openReadOnly } from '../../daemon/store/db.ts';
import { storeFiles } from '../../daemon/store/open.ts';
import { tablesIn } from '../../daemon/store/schemas/test-stored.ts';
import { ada, bob, testDaemon, type TestDaemon } from '../../daemon/test-daemon.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { until } from '../../daemon/test-until.ts';
import { deliverTo, eventReadInputs, leftOut, makeOneOfEach, readsOf, replyTo, type Ids } from './account-fixture.ts';

/** Stands in every text of the other account, and in no other text. */
const secret = 'Bobsecret';
const other = { ...bob, name: secret, email: `${secret}@example.test` };

/** A daemon with two accounts, and a key that is limited to the first. Only the first has mail. */
async function daemonWithKey(t: Parameters<typeof testDaemon>[0]) {
  const daemon = await testDaemon(t, {
    accounts: [ada, other],
    config: `[general]\ndownload_dir = ${JSON.stringify(testFolder())}`,
    prepare: (servers) => deliverTo(servers.get('ada')!, { email: ada.email, word: 'Letter' }),
  });
  await daemon.synced();
  const { accounts } = await daemon.ask('accounts.list');
  const idOf = (wanted: string) => accounts.find((account) => account.key === wanted)?.account_id ?? '';
  const limit = { name: 'Limited', origin: 'script', account_ids: [idOf('ada')] };
  const { token } = await daemon.ask('tokens.create', limit);
  const caller = daemon.callerForToken(token);
  assert.ok(caller);
  return { daemon, caller, idOf };
}

/** What belongs to no account, or to the user alone. */
async function makeForUser({ ask }: TestDaemon): Promise<Ids> {
  const { job_id } = await ask('exports.start', { query: 'subject:1', format: 'Json' });
  const { import_id } = await ask('import.create', { folder: secret });
  const { token_id } = await ask('tokens.create', { name: secret, origin: 'script' });
  const { job_id: backup } = await ask('backup.create');
  const isDone = async () => (await ask('jobs.list')).jobs.every(({ status }) => status === 'succeeded');
  await until('the export and the backup are made', isDone);
  const { backups } = await ask('backup.list');
  return { export: job_id, import: import_id, token: token_id, backup, backupName: backups[0]?.name ?? '' };
}

type IdField = { name: string; request: Request; field: string; isList: boolean; base: Record<string, unknown> };

/** Every field of every request that may hold an id, with values for the other fields that are required. */
function idFields(mine: Ids): IdField[] {
  const collection = schemaCollection();
  const rows = [...requestsByName(contractWithoutDemo)].filter(([name]) => !leftOut.includes(name));
  const inputs = rows.map(([name, request]) => ({ name, request, ...fieldsOf(collection, request.input) }));
  const examples = createExamples(collection.components);
  return inputs.flatMap(({ name, request, properties, required }) =>
    Object.entries(properties).flatMap(([field, schema]): IdField[] => {
      const form = idForm(field, schema);
      if (form === undefined || isUpload(request.input) || newNames.includes(`${name} ${field}`)) return [];
      const others = Object.fromEntries(
        required.filter((each) => each !== field).map((each) => [each, properties[each]]),
      );
      const made = examples.body({ type: 'object', properties: others, required: Object.keys(others) });
      const base = {
        ...(made as object),
        ...ownValues(name, Object.keys(others), mine),
        ...companions(name, field, mine),
      };
      return [{ name, request, field, isList: form === 'list', base }];
    }),
  );
}

/** Fields that name something by other than a UUID. */
const nameFields = /^(key|name|old|batch|path|account|slug|draft_path|target_label|to_label|from_queue_label)$/;

/** Fields that say what a new thing is to be called. The client of a draft chooses its id, so a taken one is told. */
const newNames = [
  'accounts.test key',
  'accounts.upsert key',
  'accounts.repair key',
  'activity.saveFilter name',
  'drafts.saveLocal id',
  'labels.create name',
  'savedSearches.create name',
  'signatures.save name',
  'snippets.save name',
  'tokens.create name',
];

function idForm(field: string, schema: JsonSchema): 'single' | 'list' | undefined {
  const forms = [schema, ...((schema.anyOf as JsonSchema[] | undefined) ?? [])];
  const isId = (each: JsonSchema) => each.format === 'uuid' || (each.type === 'string' && nameFields.test(field));
  if (forms.some((each) => each.type === 'array' && isId({ ...(each.items as JsonSchema) }))) return 'list';
  return forms.some((each) => isId(each) && each.enum === undefined) ? 'single' : undefined;
}

/** Ids of the caller's own account, so that the id under test is what is wrong with a request. */
function ownValues(name: string, required: readonly string[], mine: Ids): Record<string, unknown> {
  const own: Record<string, string | undefined> = {
    account_id: mine['account'],
    message_id: name.startsWith('attachments.')
      ? mine['filed']
      : name.startsWith('invites.')
        ? mine['invited']
        : mine['message'],
    sent_message_id: mine['sent'],
    thread_id: mine['thread'],
    attachment_id: mine['attachment'],
    draft_id: mine['draft'],
    draft_path: mine['session'],
    path: mine['file'],
    batch: mine['batch'],
    label_id: mine['label'],
    target_label: 'Letter label',
    to_label: 'Letter label',
    from_queue_label: 'INBOX',
    csv: 'email\na@people.example\n',
    content_base64: 'YQ==',
    remind_at: '2026-04-01T08:00:00Z',
    send_at: '2026-04-01T08:00:00Z',
    until: 'tomorrow',
  };
  return Object.fromEntries(required.flatMap((field) => (own[field] === undefined ? [] : [[field, own[field]]])));
}

/** Optional fields without which a request is not understood. */
function companions(name: string, field: string, mine: Ids): object {
  if (name === 'images.allow' && field === 'account_id') return { sender: 'letter@people.example' };
  if (name === 'labels.rename') return field === 'old' ? { to: 'New' } : { from: 'Letter label', to: 'New' };
  return field === 'target_label' || field.endsWith('to_label') || field === 'from_queue_label'
    ? { message_ids: [mine['message']], dry_run: true }
    : {};
}

/** An id of the same form that names nothing. */
function unknownLike(id: string): string {
  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
  return id
    .replaceAll(uuid, () => randomId())
    .replaceAll(secret, 'Noonehere')
    .replace('bob', 'zed')
    .replace('2026', '2025');
}

type Outcome = { failure: [string, string, string] } | { shape: string };

/** What a caller is told, without the id it sent: the failure, or the shape of the reply. */
async function outcomeOf(
  daemon: TestDaemon,
  name: string,
  input: object,
  caller: Caller,
  id: string,
): Promise<Outcome> {
  try {
    const reply = JSON.stringify(await replyTo(daemon, name, input, caller));
    const rest = reply.replaceAll(new RegExp(id, 'gi'), '<id>');
    if (!id.includes(secret)) assert.doesNotMatch(rest, new RegExp(secret, 'i'), name);
    return { shape: shapeOf(JSON.parse(rest)) };
  } catch (failed) {
    if (!(failed instanceof Failure)) throw failed;
    const { kind, code, message, details } = failed;
    const sentence = JSON.stringify([message, details]).replaceAll(new RegExp(id, 'gi'), '<id>');
    return { failure: [kind, code, sentence] };
  }
}

/** The keys of a reply and the types of its values; members of a list count once. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].toSorted().join()}]`;
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return `{${Object.entries(value)
    .map(([key, each]) => `${key}:${shapeOf(each)}`)
    .join()}}`;
}

/** What a sync changes by itself. */
const serverTables = [
  'operations',
  'sync_status',
  'sync_cursors',
  'draft_links',
  'obsolete_draft_versions',
  'coverage',
];

/** All rows of the store that mention the other account or an id of it. */
function theirRows(daemon: TestDaemon, ids: readonly string[]): Map<string, string[]> {
  const db = openReadOnly(storeFiles(daemon.dataDir).mail);
  const words = [secret.toLowerCase(), ...ids];
  const tables = tablesIn(db).filter(({ name }) => !serverTables.includes(name));
  const rows = tables.map(({ name }): [string, string[]] => {
    const all = db.all<object>({ text: `SELECT * FROM ${name}`, values: [] }).map((row) => JSON.stringify(row));
    return [name, all.filter((row) => words.some((word) => row.toLowerCase().includes(word)))];
  });
  db.close();
  return new Map(rows);
}

const moreReads: [string, object][] = [
  ['search.find', { q: 'subject:1', exact: true }],
  ['search.count', { q: 'subject:1' }],
  ...eventReadInputs,
];

test('no list, total or count of a key shows another account, and no id of it is told from an unknown one', async (t) => {
  const { daemon, caller, idOf } = await daemonWithKey(t);
  const mine = await makeOneOfEach(daemon, idOf('ada'), 'Letter');
  // Nothing of the account changes by itself while it is disabled.
  await daemon.ask('accounts.disable', { key: 'ada' });
  await until('the saved search is counted', async () => {
    // What was counted too early is counted again within a quarter of an hour.
    daemon.clock.advance(10_000);
    const { sidebar } = await daemon.ask('client.shell', {}, caller);
    return sidebar.sections
      .flatMap(({ items }) => items)
      .some(({ label, total }) => label === 'Letter search' && total === 6);
  });
  // Both accounts share the signature, whose time is now that of the other account.
  await daemon.ask('signatures.save', { name: 'Shared', body: 'Shared' });
  const quiet = await readsOf(daemon, caller, moreReads);

  deliverTo(daemon.server('bob'), { email: other.email, word: secret });
  await daemon.ask('sync.start');
  await until('the mail is here', async () => (await daemon.ask('search.count', { q: secret })).count === 6);
  const theirs = await makeOneOfEach(daemon, idOf('bob'), secret);
  const ofUser = await makeForUser(daemon);
  const after = await readsOf(daemon, caller, moreReads);
  for (const [name, reply] of quiet) assert.deepEqual(after.get(name), reply, name);
  await daemon.ask('accounts.enable', { key: 'ada' });

  const message_ids = [theirs, mine].map(({ filed = '' }) => filed);
  const { result } = await daemon.ask('mutations.read', { message_ids, read: true });
  const ids = { ...theirs, ...ofUser, change: result.mutation_id ?? '', key: 'bob', email: other.email };
  const known = Object.values(ids);
  const isPushed = async () => (await daemon.ask('mutations.history')).waiting === 0;
  await until('the servers have what was changed', isPushed);
  assert.ok(!known.includes(''), JSON.stringify(ids));
  const before = theirRows(daemon, known);
  const differences: string[] = [];
  const unreached: string[] = [];
  for (const { name, request, field, isList, base } of idFields(mine)) {
    const ask = (id: string) => outcomeOf(daemon, name, { ...base, [field]: isList ? [id] : id }, caller, id);
    for (const [kind, id] of Object.entries(ids)) {
      const [unknown, known] = [await ask(unknownLike(id)), await ask(id)];
      const [expected, actual] = [JSON.stringify(unknown), JSON.stringify(known)];
      if (actual !== expected) differences.push(`${name} ${field}=${kind}: ${actual} instead of ${expected}`);
      if (kind === 'message' && expected.includes('invalid_input') && !request.people)
        unreached.push(`${name} ${field} ${expected}`);
    }
  }
  assert.deepEqual(differences, []);
  assert.deepEqual(unreached, []);
  const now = theirRows(daemon, known);
  for (const [table, rows] of before)
    assert.deepEqual(
      rows.filter((row) => !now.get(table)?.includes(row)),
      [],
      table,
    );
});

import assert from 'node:assert/strict';
import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Caller } from '../../handler-types.ts';
import { sql, type WriteDb } from '../../store/db.ts';
import { ada, bob, testStart } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';
import type { RepairAction } from './contract.ts';
import { diagnosticsDaemon } from './test-diagnostics.ts';

/** Each case damages one thing: the expected findings, and the action that repairs it. */
const damages: [what: string, findings: string[], damage: (db: WriteDb) => void, repair: RepairAction, of?: 'index'][] =
  [
    [
      'a label’s counter',
      ['counters_wrong'],
      (db) => void db.run(sql`UPDATE labels SET unread_count = unread_count + 3 WHERE role = 'inbox'`),
      'recount_labels',
    ],
    [
      'a thread’s summary',
      ['threads_wrong'],
      (db) =>
        void db.run(
          sql`UPDATE threads SET message_count = 99, senders = '[]' WHERE id IN (SELECT min(id) FROM threads)`,
        ),
      'recount_labels',
    ],
    [
      'a thread’s position in a list',
      ['threads_wrong'],
      (db) => void db.run(sql`DELETE FROM label_threads WHERE thread IN (SELECT max(id) FROM threads)`),
      'recount_labels',
    ],
    [
      'a message’s labels',
      // Its thread is missing from the same lists.
      ['threads_wrong', 'messages_wrong'],
      (db) => void db.run(sql`DELETE FROM label_messages WHERE message IN (SELECT max(id) FROM messages)`),
      'recount_labels',
    ],
    [
      'a contact’s count',
      ['contacts_wrong'],
      (db) => void db.run(sql`UPDATE contacts SET received = received + 1 WHERE id IN (SELECT min(id) FROM contacts)`),
      'recount_contacts',
    ],
    [
      'a message missing from the index',
      ['index_differs'],
      (db) => void db.run(sql`DELETE FROM fts WHERE rowid IN (SELECT max(id) FROM fts_docsize)`),
      'repair_index',
      'index',
    ],
    [
      'a surplus message in the index',
      ['index_differs'],
      (db) => void db.run(sql`INSERT INTO fts (rowid, subject) VALUES (7, 'nothing')`),
      'repair_index',
      'index',
    ],
    [
      'an index with wrong words',
      ['index_wrong'],
      (db) => {
        for (const { id } of db.all<{ id: number }>(sql`SELECT id FROM fts_docsize`))
          db.run(sql`INSERT OR REPLACE INTO fts (rowid, subject) VALUES (${id}, 'nothing')`);
      },
      'rebuild_index',
      'index',
    ],
  ];

describe('a synced store', () => {
  const closes: (() => unknown)[] = [];
  let daemon: Awaited<ReturnType<typeof diagnosticsDaemon>>;
  before(async () => {
    daemon = await diagnosticsDaemon({ after: (close) => void closes.push(close as () => unknown) });
  });
  after(async () => {
    for (const close of closes) await close();
  });

  test('a healthy store is healthy, in a sample and in a full audit, and the report counts its content', async () => {
    const { report, ask } = daemon;
    for (const deep of [false, true]) {
      const { healthy, health_class, findings, is_deep, lexical_index_freshness, ...rest } = await report({ deep });
      assert.deepEqual([healthy, health_class, is_deep, lexical_index_freshness], [true, 'healthy', deep, 'current']);
      assert.deepEqual(
        findings.map(({ code }) => code),
        ['backup_old'],
      );
      const { total_messages } = await ask('admin.status');
      assert.equal(rest.data_stats?.messages, total_messages);
      assert.equal(rest.last_successful_sync_at, testStart);
      assert.equal(rest.database_exists && rest.index_exists && rest.data_dir_exists, true);
      assert.equal(rest.recent_sync_events[0]?.event, 'SyncFinished');
      assert.deepEqual(
        rest.workers.map(({ name, state, restarts }) => [name, state, restarts]),
        [
          ...['ingest', 'indexer', 'reader', 'checker'].map((name) => [name, 'running', 0]),
          ...['verifier', 'rules', 'embedder', 'vectors'].map((name) => [name, 'idle', 0]),
        ],
      );
    }
  });

  test('inconsistencies with the mail are found, and the action of the finding repairs them', async () => {
    const { report, problemCodes, damage, repair } = daemon;
    for (const [what, codes, work, action, file] of damages) {
      damage(work, file);
      const { findings, healthy, repair_required } = await report();
      const found = findings.filter(({ severity }) => severity !== 'info');
      assert.deepEqual(
        found.map((each) => [each.code, each.action?.id]),
        codes.map((code) => [code, action]),
        what,
      );
      assert.deepEqual([healthy, repair_required], [false, true], what);
      await repair(action);
      assert.deepEqual(await problemCodes(), [], what);
      await repair(action);
      assert.deepEqual(await problemCodes(), [], `${what}, repaired twice`);
    }
  });

  test('operations that wait for more than an hour while their server answers are reported and retried', async () => {
    daemon.server('ada').control.fault({ kind: 'slow', times: 1, ms: 5000 });
    const { mailbox } = await daemon.ask('mailbox.list');
    const [row] = mailbox.groups.flatMap(({ rows }) => rows);
    await daemon.ask('mutations.star', { message_ids: [row?.id], starred: !row?.starred });
    assert.deepEqual(await daemon.problemCodes(), []);
    daemon.damage((db) => void db.run(sql`UPDATE mutations SET made_at = '2026-03-10T06:30:00.000Z'`));
    assert.deepEqual(await daemon.problemCodes(), ['changes_waiting']);
    const before = daemon.events.all('SyncStarted').length;
    await daemon.repair('retry_stuck');
    await daemon.events.until('SyncStarted', before + 1);
    daemon.clock.advance(5000);
    await daemon.events.until('MutationCompleted');
    assert.deepEqual(await daemon.problemCodes(), []);
  });
});

const noSecrets = {
  kind: 'keychain' as const,
  get: async () => undefined,
  set: async () => {},
  remove: async () => {},
};

test('an account in trouble is reported with its remedy: refused, unreachable, disabled', async (t) => {
  const accounts = [ada, bob, { key: 'eve', email: 'eve@example.test', name: 'Eve', enabled: false }];
  const daemon = await diagnosticsDaemon(t, { accounts });
  daemon.server('ada').control.fault({ kind: 'auth' });
  daemon.server('bob').control.fault({ kind: 'offline' });
  await daemon.resync();
  const { findings, health_class } = await daemon.report();
  assert.deepEqual(
    findings.map(({ code, severity, category, action }) => [code, severity, category, action?.id]),
    [
      ['account_refused', 'error', 'o_auth', 'sync_now'],
      ['account_offline', 'warning', 'network', 'sync_now'],
      ['account_disabled', 'info', 'sync', undefined],
      ['backup_old', 'info', 'storage', 'make_backup'],
    ],
  );
  assert.equal(health_class, 'degraded');
  assert.match(findings[0]?.message ?? '', /^Ada: /);
});

test(
  'exposed files are closed, and a closed folder protects its files',
  { skip: process.platform === 'win32' && 'Windows has no such modes' },
  async (t) => {
    const home = testFolder();
    const [dataDir, secretsFile] = [join(home, 'data'), join(home, 'secrets.toml')];
    writeFileSync(secretsFile, '', { mode: 0o600 });
    const paths = { instance: 'posthorn-test', dataDir, secretsFile };
    const { problemCodes, repair } = await diagnosticsDaemon(t, { dataDir, options: { paths } });
    chmodSync(join(dataDir, 'mail.db'), 0o644);
    assert.deepEqual(await problemCodes(), []);
    for (const open of [dataDir, secretsFile]) {
      chmodSync(open, 0o755);
      assert.deepEqual(await problemCodes(), ['files_open']);
      await repair('fix_file_modes');
      assert.deepEqual(await problemCodes(), []);
      assert.equal(statSync(open).mode & 0o077, 0);
    }
  },
);

test('the computer is checked too: disk, keychain, bridge, settings, clock (checklist 5)', async (t) => {
  const { report, damage } = await diagnosticsDaemon(t, {
    accounts: [{ ...ada, count: 1 }],
    config: 'nonsense = 1\n[general]\nsync_interval = "often"\n',
    options: {
      freeBytes: async () => 100_000_000,
      secrets: { ...noSecrets, trouble: 'no service answers' },
      bridge: () => ({ url: null, trouble: 'Port 42829 on 127.0.0.1 is used by another program.' }),
      tcpTrouble: () => 'Port 42830 on 127.0.0.1 is used by another program.',
    },
  });
  const before = (await report()).findings;
  assert.deepEqual(before.map(({ code }) => code).toSorted(), [
    'backup_old',
    'bridge_trouble',
    'config_bad_value',
    'config_unknown_key',
    'disk_full',
    'keychain_silent',
    'tcp_trouble',
  ]);
  damage((db) => void db.run(sql`UPDATE messages SET received_at = '2026-03-12T08:00:00.000Z'`));
  const { findings } = await report();
  assert.match(findings.find(({ code }) => code === 'clock_behind')?.message ?? '', /behind by 2 days/);
});

test('other callers than the user see only their accounts, and no path, log line or setting', async (t) => {
  const config = 'nonsense = 1\n';
  const { report, ask, dispatch, damage } = await diagnosticsDaemon(t, {
    accounts: [{ ...ada, count: 20 }, bob],
    config,
  });
  const { accounts } = await ask('accounts.list');
  const [mine = '', foreign = ''] = ['Bob', 'Ada'].map(
    (name) => accounts.find((account) => account.name === name)?.account_id,
  );
  damage((db) => void db.run(sql`UPDATE labels SET total_count = total_count + 1`));
  const limited: Caller = { origin: 'script', token_id: 't', only: [mine] };
  const limitedReport = await report({ deep: true }, limited);
  assert.equal(JSON.stringify(limitedReport).includes(foreign), false);
  assert.deepEqual(
    limitedReport.findings.map(({ code, account_id }) => [code, account_id]),
    [['counters_wrong', mine]],
  );
  assert.deepEqual(
    [limitedReport.database_path, limitedReport.data_stats?.messages, limitedReport.recent_error_logs],
    ['mail.db', 0, []],
  );
  const refused = { kind: 'refused', code: 'people_only' };
  await assert.rejects(dispatch('diagnostics.repair', { action: 'rebuild_index' }, limited), refused);
  await assert.rejects(dispatch('diagnostics.bugReport', {}, limited), refused);
  const notTheirs = { action: 'recount_labels', account_id: foreign };
  await assert.rejects(dispatch('diagnostics.repair', notTheirs, limited), { code: 'not_found' });
});

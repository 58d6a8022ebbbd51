import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { until } from '../../daemon/test-until.ts';
import { certificateMissing } from '../../testing/servers/certificate.ts';
import { createMailbox, type Mailbox } from '../../testing/servers/imap/mailbox.ts';
import { modernCapabilities, type OddServerOptions } from '../../testing/servers/imap/server.ts';
import { messageWith, startImapAccounts } from './support/imap-accounts.ts';

/** Features that servers lack or refuse. */
const servers: Record<string, OddServerOptions> = {
  old: { capabilities: 'IMAP4rev1' },
  moveless: { capabilities: 'IMAP4rev1 UIDPLUS NAMESPACE' },
  guarded: {
    quirks: {
      commands: {
        'UID MOVE': 'NO [NOPERM] Read-only folder',
        'UID STORE': 'NO [NOPERM] Read-only folder',
        CREATE: 'NO [CANNOT] Not a name',
        RENAME: 'NO [NOPERM] Not yours',
      },
    },
  },
  dotted: {
    capabilities: modernCapabilities,
    mailbox: dotSeparatedMailbox(),
    namespaces: { own: [{ prefix: 'INBOX.', separator: '.' }] },
  },
};

const missing = certificateMissing();
if (missing) test('mutations on servers with limits', { skip: missing });
else describe('mutations on servers with limits', suite);

function suite(): void {
  const set = startImapAccounts();
  before(async () => {
    for (const [key, options] of Object.entries(servers)) {
      const { mailbox } = await set.add(key, options);
      const below = key === 'dotted' ? 'INBOX.' : '';
      for (const path of ['Archive', 'Trash', 'Work'])
        if (!mailbox.find(`${below}${path}`)) mailbox.addFolder(`${below}${path}`);
      for (const number of [1, 2, 3]) mailbox.deliver('INBOX', messageWith(`${key} ${number}`));
    }
    await set.start();
    for (const key of Object.keys(servers)) await set.stateOf(key);
  });
  after(() => set.end());

  for (const key of ['old', 'moveless'])
    test(`mail moves there and back on the server "${key}", which has no MOVE`, async () => {
      const [id] = await idsOf(key);
      const { result } = await set.daemon().ask('mutations.archive', { message_ids: [id ?? ''] });
      assert.equal((await completed(result.mutation_id)).ok, true);
      assert.deepEqual([lying(key, 'INBOX'), lying(key, 'Archive')], [2, 1]);
      await agreed(key);
      const undo = await set.daemon().ask('mutations.undo', { mutation_id: result.mutation_id ?? '' });
      assert.equal((await completed(undo.result.mutation_id)).ok, true);
      assert.deepEqual([lying(key, 'INBOX'), lying(key, 'Archive')], [3, 0]);
      await agreed(key);
    });

  test('a change that a server does not permit is reverted, with the reason', async () => {
    const ids = await idsOf('guarded');
    const { result } = await set.daemon().ask('mutations.archive', { message_ids: ids });
    const { ok, failed } = await completed(result.mutation_id);
    assert.deepEqual([ok, failed], [false, 3]);
    const { error_summary } = await set.line().next('MutationReconciliationFailed');
    assert.match(error_summary, /Read-only folder/);
    assert.deepEqual((await idsOf('guarded')).toSorted(), ids.toSorted());
    assert.deepEqual([lying('guarded', 'INBOX'), lying('guarded', 'Archive')], [3, 0]);
    const read = await set.daemon().ask('mutations.read', { message_ids: ids, read: true });
    assert.equal((await completed(read.result.mutation_id)).ok, false);
    await agreed('guarded');
  });

  test('a folder that a server does not create or rename is reverted', async () => {
    const { account_id } = await set.stateOf('guarded');
    const created = await set.daemon().ask('labels.create', { name: 'Travel', account_id });
    assert.equal((await completed(created.mutation_id)).ok, false);
    const renamed = await set.daemon().ask('labels.rename', { from: 'Work', to: 'Job', account_id });
    assert.equal((await completed(renamed.mutation_id)).ok, false);
    assert.deepEqual(await labelsOf('guarded'), ['Work']);
    const reported = set.line().received.flatMap((event) => ('error_summary' in event ? [event.error_summary] : []));
    assert.ok(
      reported.some((words) => words.includes('Not a name')) && reported.some((words) => words.includes('Not yours')),
    );
  });

  test('labels are below INBOX and separated by dots on a server that requires it', async () => {
    const { account_id } = await set.stateOf('dotted');
    const make = (name: string) => set.daemon().ask('labels.create', { name, account_id });
    for (const name of ['Travel', 'Work/Trips'])
      assert.equal((await completed((await make(name)).mutation_id)).ok, true);
    await assert.rejects(make('v1.2'), /bad_label_name/);
    await assert.rejects(make('work/trips'), /label_exists/);
    const renamed = await set.daemon().ask('labels.rename', { from: 'Work', to: 'Job', account_id });
    assert.equal((await completed(renamed.mutation_id)).ok, true);
    await agreed('dotted');
    assert.deepEqual(await labelsOf('dotted'), ['Job', 'Job/Trips', 'Travel']);
    const paths = set.server('dotted').mailbox.folders.map(({ path }) => path);
    assert.deepEqual(
      paths.toSorted(),
      ['INBOX', 'INBOX.Archive', 'INBOX.Job', 'INBOX.Job.Trips', 'INBOX.Trash', 'INBOX.Travel'].toSorted(),
    );
    const undo = await set.daemon().ask('mutations.undo', { mutation_id: renamed.mutation_id ?? '' });
    assert.equal((await completed(undo.result.mutation_id)).ok, true);
    assert.deepEqual(await labelsOf('dotted'), ['Travel', 'Work', 'Work/Trips']);
  });

  function completed(mutation_id: string | null) {
    return set.line().next('MutationCompleted', (event) => event.mutation_id === mutation_id);
  }

  function lying(key: string, path: string): number {
    return set.server(key).mailbox.folder(path).placements.length;
  }

  async function idsOf(key: string): Promise<string[]> {
    const { account_id } = await set.stateOf(key);
    const { mailbox } = await set.daemon().ask('mailbox.list', { view: 'messages', limit: 100 });
    const rows = mailbox.groups.flatMap((group) => group.rows);
    return rows.filter((row) => row.account_id === account_id).map(({ id }) => id);
  }

  async function labelsOf(key: string): Promise<string[]> {
    const { account_id } = await set.stateOf(key);
    const { labels } = await set.daemon().ask('labels.list', { account_id });
    return labels.filter(({ kind }) => kind !== 'System').map(({ full_name }) => full_name);
  }

  /** Waits for a sync that confirms the shown inbox on the server. */
  async function agreed(key: string): Promise<void> {
    const { account_id } = await set.stateOf(key);
    await set.daemon().ask('sync.start', { account_id });
    await until(`the inbox of ${key} is shown as it is`, async () => {
      const { sync } = await set.stateOf(key);
      return !sync.sync_in_progress && (await idsOf(key)).length === lying(key, 'INBOX');
    });
  }
}

function dotSeparatedMailbox(): Mailbox {
  const mailbox = createMailbox();
  for (const path of ['INBOX', 'INBOX.Archive', 'INBOX.Trash', 'INBOX.Work'])
    mailbox.addFolder(path, { separator: '.' });
  return mailbox;
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../daemon/test-until.ts';
import { makeHome, startDaemon } from '../daemon-process.ts';
import { dovecotMissing, startDovecot, type MailUser } from '../../testing/servers/dovecot.ts';
import { auditStore } from './support/store-audit.ts';
import { dovecotAccount } from './support/dovecot-account.ts';
import { openSecondClient, serverFolders } from './support/second-client.ts';
import { untilSettled } from './support/until-settled.ts';

test(
  'a draft that is edited twenty times is one message on Dovecot, and none after it is discarded',
  { skip: dovecotMissing() },
  async (t) => {
    const dovecot = await startDovecot();
    t.after(() => dovecot.stop());
    const user = dovecot.users[0] as MailUser;
    const client = await openSecondClient(dovecot, user);
    t.after(() => client.close());
    const home = makeHome([dovecotAccount(dovecot, user)]);
    t.after(() => home.remove());
    const daemon = await startDaemon(home, dovecot);
    t.after(() => daemon.kill());
    await untilSettled(daemon);
    /** The folder of every message. */
    const everywhere = async () =>
      (await serverFolders(client)).flatMap(({ path, messages }) => messages.map(() => path));

    const { session } = await daemon.ask('compose.open', { kind: 'new', to: 'ben@people.example', subject: 'Dinner' });
    const { draftId: draft_id, draftPath: draft_path } = session;
    await daemon.ask('compose.save', { draft_path });
    for (let edit = 1; edit <= 20; edit++) {
      const { draft } = await daemon.ask('drafts.get', { draft_id });
      await daemon.ask('drafts.saveLocal', { ...draft, body_markdown: `Version ${edit}` });
    }
    await until('its newest version is the only one on the server', async () => {
      const [summary] = (await daemon.ask('drafts.list', {})).drafts;
      return summary?.on_server === 'yes' && (await everywhere()).length === 1;
    });
    await untilSettled(daemon);
    assert.deepEqual(await everywhere(), ['Drafts']);
    assert.equal((await daemon.ask('drafts.list', {})).drafts.length, 1);

    await daemon.ask('drafts.remove', { draft_id });
    assert.deepEqual(await everywhere(), []);
    await untilSettled(daemon);
    const folders = await serverFolders(client);
    await daemon.stop();
    assert.deepEqual(auditStore(home.dataDir, folders), []);
  },
);

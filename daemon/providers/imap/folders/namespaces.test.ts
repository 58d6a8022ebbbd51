import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dovecotMissing } from '../../../../testing/servers/dovecot.ts';
import { nameFoldersAsListed } from './mailbox-name.ts';
import {
  arrivalsOf,
  freshMailboxes,
  rawMessage,
  neverAborted,
  otherClient,
  settingsFor,
  withProvider,
} from '../test-dovecot-mailbox.ts';

describe('imap: folders below INBOX, and public folders', { skip: dovecotMissing() ?? false }, () => {
  const mailbox = freshMailboxes({ layout: 'courier' });

  test('both are found and opened under their own names, with their separators', async (context) => {
    const box = mailbox();
    const other = await otherClient(box, context);
    nameFoldersAsListed(other);
    for (const path of ['INBOX.Entwürfe', 'INBOX.Work.R&D', 'Public/News', 'Public/Sent']) {
      await other.mailboxCreate(path);
      await other.append(path, Buffer.from(rawMessage(path)));
    }
    await withProvider(settingsFor(box), async (provider) => {
      const folders = (await provider.folders(neverAborted())).filter(({ selectable }) => selectable);
      assert.deepEqual(folders.map(({ path, name, role }) => [path, name, role ?? 'plain'].join(', ')).toSorted(), [
        'INBOX, INBOX, inbox',
        'INBOX.Entwürfe, Entwürfe, drafts',
        'INBOX.Work.R&D, R&D, plain',
        'Public/News, Public/News, plain',
        'Public/Sent, Public/Sent, plain',
      ]);
      const arrivals = await arrivalsOf(provider);
      assert.deepEqual(arrivals.map(({ folder }) => folder).toSorted(), [
        'INBOX.Entwürfe',
        'INBOX.Work.R&D',
        'Public/News',
        'Public/Sent',
      ]);
      const news = arrivals.find(({ folder }) => folder === 'Public/News');
      assert.ok(news);
      const [outcome] = await provider.apply([{ do: 'copy', ref: news, to: 'INBOX.Entwürfe' }], neverAborted());
      assert.equal(outcome?.ok, true);
    });
  });

  test("a new folder is created in the user's namespace, or where its path says", async () => {
    await withProvider(settingsFor(mailbox()), async (provider) => {
      await provider.editFolder({ do: 'create', path: 'Invoices' }, neverAborted());
      await provider.editFolder({ do: 'create', path: 'Public/Offers' }, neverAborted());
      await provider.editFolder({ do: 'rename', path: 'INBOX.Invoices', to: 'Bills' }, neverAborted());
      const paths = (await provider.folders(neverAborted())).map(({ path }) => path);
      assert.deepEqual(
        ['INBOX.Invoices', 'INBOX.Bills', 'Public/Offers'].map((path) => paths.includes(path)),
        [false, true, true],
      );
    });
  });
});

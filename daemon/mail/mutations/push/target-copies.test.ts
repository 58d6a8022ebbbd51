import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { WriteDb } from '../../../store/db.ts';
import type { Change } from '../change.ts';
import { displayedMail, openTestStore, testEngine, testMessage, type ServerResponse } from '../test-kit/test-engine.ts';

let db: WriteDb;
let runs = 0;
before(async () => (db = await openTestStore()));
after(() => db.close());

const apple = testMessage('Apple');
const unnamed = Buffer.from(apple.toString().replace(/^Message-ID: .*\r\n/m, ''));

/** A mailbox with one message in the inbox, and what the server holds after changes and a sync. */
async function mailboxWith(bytes: Buffer) {
  const engine = testEngine(db, { number: runs++ });
  const { control } = engine.server;
  control.editFolder({ do: 'create', path: 'Proj' });
  control.deliver(bytes, { flags: ['\\Seen'] });
  await engine.sync();
  const message = engine.named('Apple')!;
  const labels = () => ({
    label: (path: string): Change => ({ do: 'label', add: [engine.labelAt(path)], remove: [], rest: 0 }),
    move: (path: string): Change => ({ do: 'move', to: engine.labelAt(path) }),
    trash: (): Change => ({ do: 'trash', to: engine.labelAt('Trash') }),
  });
  return {
    ...engine,
    ...labels(),
    change: (...changes: Change[]) => engine.act('modify_labels', { changes, targets: [message] }).id,
    /** Messages and read messages of each folder on the server. */
    counts: (...paths: string[]) =>
      paths.map((path) => {
        const all = control.messagesIn(path);
        return `${path} ${all.length} ${all.filter(({ flags }) => flags.includes('\\Seen')).length}`;
      }),
    async settle(...responses: ServerResponse[]) {
      engine.responses.push(...responses);
      for (let round = 0; round < 3; round++) {
        await engine.push();
        await engine.sync();
      }
    },
  };
}

test('a label that is added and then moved to is one copy', async () => {
  const { change, label, move, settle, counts } = await mailboxWith(apple);
  change(label('Proj'));
  await settle();
  change(move('Proj'));
  await settle();
  assert.deepEqual(counts('INBOX', 'Proj'), ['INBOX 0 0', 'Proj 1 1']);
});

test('a message with a label is in the trash once', async () => {
  const { change, label, trash, settle, counts } = await mailboxWith(apple);
  change(label('Proj'));
  await settle();
  change(trash());
  await settle();
  assert.deepEqual(counts('INBOX', 'Proj', 'Trash'), ['INBOX 0 0', 'Proj 0 0', 'Trash 1 1']);
});

for (const [what, bytes] of Object.entries({ 'with a Message-ID': apple, 'without a Message-ID': unnamed }))
  for (const kind of ['label', 'move'] as const)
    test(`a message ${what} that another client copied meanwhile is not copied again by a ${kind}, and stays read`, async () => {
      const mailbox = await mailboxWith(bytes);
      mailbox.server.control.deliver(bytes, { folder: 'Proj' });
      mailbox.change(mailbox[kind]('Proj'));
      await mailbox.settle();
      const left = kind === 'label' ? 'INBOX 1 1' : 'INBOX 0 0';
      assert.deepEqual(mailbox.counts('INBOX', 'Proj'), [left, 'Proj 1 1']);
      assert.deepEqual(
        [...displayedMail(db, mailbox.account).values()].map(({ folders }) => folders),
        [kind === 'label' ? ['INBOX', 'Proj'] : ['Proj']],
      );
    });

test('another message with the same Message-ID is no copy', async () => {
  const { server, change, move, settle, counts } = await mailboxWith(apple);
  server.control.deliver(Buffer.from(apple.toString().replace('Subject: Apple', 'Subject: Pear')), { folder: 'Proj' });
  change(move('Proj'));
  await settle();
  assert.deepEqual(counts('INBOX', 'Proj'), ['INBOX 0 0', 'Proj 2 1']);
});

for (const kind of ['label', 'move'] as const)
  test(`a ${kind} whose record was lost in a crash is not repeated`, async () => {
    const mailbox = await mailboxWith(apple);
    mailbox.change(mailbox[kind]('Proj'));
    await mailbox.settle({ how: 'killed', first: 1 });
    assert.deepEqual(mailbox.counts('INBOX', 'Proj'), [kind === 'label' ? 'INBOX 1 1' : 'INBOX 0 0', 'Proj 1 1']);
  });

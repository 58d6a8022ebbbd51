import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';

const rawMessage = (id: string, headers: Record<string, string> = {}) =>
  mail({ from: 'Ben <ben@people.example>', subject: id, text: 'Hello.', id: `${id}@people.example`, headers });
const answer = (id: string, to: string) =>
  rawMessage(id, { 'In-Reply-To': `<${to}@people.example>`, References: `<${to}@people.example>` });

async function daemonWithThread(t: Pick<TestContext, 'after'>) {
  const daemon = await testDaemon(t, {
    prepare: (providers) => {
      for (const id of ['plan', 'other']) providers.get('ada')!.control.deliver(rawMessage(id));
    },
  });
  await daemon.synced();
  const rows = await inbox(daemon);
  return { daemon, thread_id: rows.find(({ subject }) => subject === 'plan')?.thread_id ?? '' };
}

async function deliver(daemon: TestDaemon, raw: Buffer) {
  daemon.server('ada').control.deliver(raw);
  await daemon.resync();
}

async function inbox(daemon: TestDaemon) {
  const { mailbox } = await daemon.ask('mailbox.list', { lens_kind: 'inbox', view: 'messages' });
  return mailbox.groups.flatMap(({ rows }) => rows);
}

const subjectsIn = async (daemon: TestDaemon) => (await inbox(daemon)).map(({ subject }) => subject).toSorted();

async function messages(daemon: TestDaemon, thread_id: string) {
  const thread = await daemon.ask('threads.get', { thread_id });
  return thread.messages.map(({ subject, muted, unread }) => [subject, muted, unread]);
}

test('a muted conversation leaves the inbox, and its new messages skip it and stay unread', async (t) => {
  const { daemon, thread_id } = await daemonWithThread(t);
  const { result } = await daemon.ask('mutations.mute', { thread_ids: [thread_id], muted: true });
  assert.equal(result.succeeded, 1);
  await deliver(daemon, answer('answer', 'plan'));
  assert.deepEqual(await subjectsIn(daemon), ['other']);
  assert.deepEqual(await messages(daemon, thread_id), [
    ['plan', true, true],
    ['answer', true, true],
  ]);
  await daemon.ask('mutations.mute', { thread_ids: [thread_id], muted: false });
  await deliver(daemon, answer('later', 'plan'));
  assert.deepEqual(await subjectsIn(daemon), ['later', 'other']);
  assert.deepEqual((await messages(daemon, thread_id)).at(-1), ['later', undefined, true]);
});

test('an undo unmutes and returns the conversation; undoing that mutes it again', async (t) => {
  const { daemon, thread_id } = await daemonWithThread(t);
  const { result } = await daemon.ask('mutations.mute', { thread_ids: [thread_id], muted: true });
  const undo = await daemon.ask('mutations.undo', { mutation_id: result.mutation_id });
  assert.deepEqual(await subjectsIn(daemon), ['other', 'plan']);
  assert.deepEqual(await messages(daemon, thread_id), [['plan', undefined, true]]);
  await daemon.ask('mutations.undo', { mutation_id: undo.result.mutation_id });
  assert.deepEqual(await messages(daemon, thread_id), [['plan', true, true]]);
  const unmuted = await daemon.ask('mutations.mute', { thread_ids: [thread_id], muted: false });
  assert.equal(unmuted.result.undoable, true);
  await daemon.ask('mutations.undo', { mutation_id: unmuted.result.mutation_id });
  assert.deepEqual(await messages(daemon, thread_id), [['plan', true, true]]);
});

test('a conversation that merges with a muted one is muted', async (t) => {
  const { daemon, thread_id } = await daemonWithThread(t);
  await daemon.ask('mutations.mute', { thread_ids: [thread_id], muted: true });
  await deliver(daemon, rawMessage('both', { References: '<other@people.example> <plan@people.example>' }));
  assert.deepEqual(await subjectsIn(daemon), ['other']);
  assert.equal((await inbox(daemon))[0]?.muted, true);
});

test('what a search finds is muted, and a preview changes nothing', async (t) => {
  const { daemon, thread_id } = await daemonWithThread(t);
  await daemon.whenIndexed();
  await daemon.ask('mutations.mute', { query: 'subject:plan', muted: true, dry_run: true });
  assert.deepEqual(await messages(daemon, thread_id), [['plan', undefined, true]]);
  await daemon.ask('mutations.mute', { query: 'subject:plan', muted: true });
  assert.deepEqual(await messages(daemon, thread_id), [['plan', true, true]]);
});

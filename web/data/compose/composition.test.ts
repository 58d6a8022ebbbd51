import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal, Unreachable } from '../../api/session.ts';
import { createDraftRecovery } from './draft-recovery.ts';
import type { ComposeSession } from './fields.ts';
import { createComposition } from './composition.ts';
import type { UpdateInput } from './composition-saving.ts';

/** A daemon with one session, a browser that keeps unsaved text, and windows that use both. */
function setup() {
  const items = new Map<string, string>();
  const draftRecovery = createDraftRecovery({
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as Storage);
  let held = {
    draftPath: 'one',
    revision: 1,
    frontmatter: { to: '', cc: '', bcc: '', subject: '', from: 'bob@example.org', attach: [] as string[] },
    bodyMarkdown: '',
  } as unknown as ComposeSession;
  let failure: Error | undefined;
  async function update({ body, revision, to, cc, bcc, subject, from, attach }: UpdateInput) {
    if (failure) throw failure;
    if (revision !== held.revision) throw new Refusal(409, 'session_changed', 'It was changed elsewhere.');
    held = {
      ...held,
      revision: revision + 1,
      frontmatter: { to, cc, bcc, subject, from, attach },
      bodyMarkdown: body,
    };
    return { session: held };
  }
  const create = (session = held) =>
    createComposition({
      session,
      update,
      refresh: async () => ({ session: held }),
      draftRecovery,
      pauseMs: 60_000,
      retryMs: 60_000,
    });
  return {
    items,
    held: () => held,
    fail: (next: Error | undefined) => void (failure = next),
    /** Changes the revision, as adding a file to the session does. */
    touch: () => void (held = { ...held, revision: held.revision + 1 }),
    create,
    /** A composition that is on the screen. */
    window() {
      const composition = create();
      composition.start();
      return composition;
    },
  };
}

test('the browser keeps text until the daemon has stored it', async (t) => {
  const { window, held, items } = setup();
  const writing = window();
  t.after(() => writing.end());
  writing.change({ body: 'Shall we' });
  assert.deepEqual([writing.state().saveState.state, items.size], ['waiting', 1]);
  assert.equal(await writing.save(), true);
  assert.deepEqual([writing.state().saveState.state, items.size], ['saved', 0]);
  assert.equal(held().bodyMarkdown, 'Shall we');
});

test('text that a window could not store is restored and stored by the next window', async (t) => {
  const { window, held, fail } = setup();
  const before = window();
  fail(new Unreachable());
  before.change({ body: 'Half a sent' });
  assert.equal(await before.save(), false);
  assert.equal(before.state().saveState.state, 'kept');
  fail(undefined);
  const after = window();
  t.after(() => {
    before.end();
    after.end();
  });
  assert.deepEqual([after.state().fields.body, after.state().isRecovered], ['Half a sent', true]);
  await after.save();
  assert.equal(held().bodyMarkdown, 'Half a sent');
});

test('kept text is on the screen although its editor loaded slowly, so that the composition was created twice', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { create, window, held, fail } = setup();
  const session = held();
  const closed = window();
  fail(new Unreachable());
  closed.change({ body: 'Shall we say seven?' });
  await closed.save();
  fail(undefined);
  const abandoned = create(session);
  t.after(() => (abandoned.end(), closed.end()));
  // Everything that it may have scheduled runs before the other is created.
  t.mock.timers.tick(1);
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  const shown = create(session);
  shown.start();
  assert.equal(shown.state().fields.body, 'Shall we say seven?');
  assert.equal(await shown.save(), true);
  assert.equal(held().bodyMarkdown, 'Shall we say seven?');
});

test('text is stored without another keystroke once the disk has space again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { window, held, fail, items } = setup();
  const writing = window();
  t.after(() => writing.end());
  fail(new Refusal(507, 'disk_full', 'There is no space left.'));
  writing.change({ body: 'Shall we say seven?' });
  assert.equal(await writing.save(), false);
  assert.equal(writing.state().saveState.state, 'kept');
  fail(undefined);
  const saved = Promise.withResolvers<void>();
  t.after(writing.subscribe(() => writing.state().saveState.state === 'saved' && saved.resolve()));
  t.mock.timers.tick(60_000);
  await saved.promise;
  assert.deepEqual([held().bodyMarkdown, items.size], ['Shall we say seven?', 0]);
});

test('two windows do not overwrite each other: the user chooses between both texts', async (t) => {
  const { window, held } = setup();
  const [one, other] = [window(), window()];
  t.after(() => {
    one.end();
    other.end();
  });
  one.change({ body: 'Seven' });
  await one.save();
  other.change({ body: 'Eight' });
  assert.equal(await other.save(), false);
  assert.equal(other.state().saveState.state, 'conflict');
  assert.equal(held().bodyMarkdown, 'Seven');
  await other.resolveConflict('mine');
  assert.equal(held().bodyMarkdown, 'Eight');
  one.change({ body: 'Nine' });
  await one.save();
  await one.resolveConflict('theirs');
  assert.equal(one.state().fields.body, 'Eight');
});

test('a file added meanwhile is no conflict', async (t) => {
  const { window, held, touch } = setup();
  const writing = window();
  t.after(() => writing.end());
  writing.change({ body: 'With the plan' });
  touch();
  assert.equal(await writing.save(), true);
  assert.equal(held().bodyMarkdown, 'With the plan');
});

test('a message sent from another window is reported, and text typed here is kept', async (t) => {
  const { window, fail, items } = setup();
  const writing = window();
  t.after(() => writing.end());
  fail(new Refusal(409, 'session_ended', 'It was sent.'));
  writing.change({ body: 'One more thing' });
  assert.equal(await writing.save(), false);
  assert.deepEqual([writing.state().saveState.state, items.size], ['ended', 1]);
});

test('no update follows the end of a session, and text typed meanwhile is stored if the session did not end', async (t) => {
  const { window, held } = setup();
  const writing = window();
  t.after(() => writing.end());
  const resume = await writing.pause();
  writing.change({ body: 'One more word' });
  assert.equal(await writing.save(), false);
  assert.equal(writing.unsaved(), undefined);
  assert.equal(held().revision, 1);
  resume();
  assert.equal(await writing.save(), true);
  assert.equal(held().bodyMarkdown, 'One more word');
});

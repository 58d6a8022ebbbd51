import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Log } from '../../base/log.ts';
import { silentLog } from '../../base/log.ts';
import type { WatchFile } from '../../config/file-watcher.ts';
import { keyActions, keyContexts, keyPresets, presetKeys } from '../../config/key-bindings/actions.ts';
import { chordsConflict } from '../../config/key-bindings/chords.ts';
import { testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';

/** A daemon with a keys.toml, which each test rewrites; records the logged warnings. */
function keyBindingsFixture() {
  const folder = testFolder();
  const file = join(folder, 'keys.toml');
  const person = { origin: 'human' } as const;
  let notifyChange = (): void => undefined;
  const watchKeyBindings: WatchFile = (_file, found) => {
    notifyChange = found;
    return () => undefined;
  };
  const logged: string[] = [];
  const note = (...parts: unknown[]) => void logged.push(parts.map((each) => JSON.stringify(each)).join(' '));
  const log = Object.assign(Object.create(silentLog) as Log, { warn: note, error: note });
  const ends: (() => unknown)[] = [];
  let daemon: TestDaemon;
  after(() => Promise.all(ends.map((end) => end())));
  before(async () => {
    daemon = await testDaemon(
      { after: (end) => void ends.push(end as () => unknown) },
      { accounts: [], dataDir: join(folder, 'data'), options: { watchKeyBindings, log } },
    );
  });
  return {
    file,
    logged,
    get daemon() {
      return daemon;
    },
    /** Replaces or removes the file, and notifies the daemon. */
    write(text: string | undefined) {
      if (text === undefined) rmSync(file, { force: true });
      else writeFileSync(file, text);
      notifyChange();
    },
    text: () => readFileSync(file, 'utf8'),
    keys: () => daemon.ask('keys.get', {}, person),
    change: (input: object) => daemon.ask('keys.change', input, person),
  };
}

suite('keys.toml', () => {
  const running = keyBindingsFixture();
  test('checklist 57: an unknown action is logged and noted, a sequence of three keys is refused, and the other bindings work', async () => {
    const { keys, logged, write } = running;
    write(
      [
        '[mail_list]',
        'archvie = "y"',
        'archive = "abc"',
        'star = ["*s", "xyz"]',
        'trash = 7',
        'snooze = "ctrl-w"',
        'reply = "R"',
        '[elsewhere]',
        'archive = "y"',
      ].join('\n'),
    );
    const { bindings, notes, own, trouble } = await keys();
    const list = bindings.mail_list;
    assert.equal(trouble, null);
    assert.deepEqual(
      [list['archive'], list['star'], list['trash'], list['snooze'], list['reply'], list['archvie']],
      [['e'], ['* s'], ['#', 'Delete'], ['b'], ['R'], undefined],
    );
    assert.deepEqual(own, ['mail_list.star', 'mail_list.reply']);
    assert.deepEqual(
      notes.map(({ line, key }) => [line, key]),
      [
        [2, 'mail_list.archvie'],
        [3, 'mail_list.archive'],
        [4, 'mail_list.star'],
        [5, 'mail_list.trash'],
        [6, 'mail_list.snooze'],
        [8, 'elsewhere'],
      ],
    );
    assert.equal(
      notes[0]?.message,
      'mail_list.archvie isn’t an action and is ignored; every action keeps its default keys.',
    );
    assert.equal(
      notes[1]?.message,
      'mail_list.archive: "abc" has 3 keys; a sequence has at most two; the default keys are used.',
    );
    for (const { message } of notes)
      assert.ok(
        logged.some((line) => line.includes(JSON.stringify(message))),
        message,
      );
  });

  test('checklist 58: the contexts are mail_list, message_view and thread_view, and a key may differ between them', async () => {
    const { keys, write } = running;
    write('[mail_list]\narchive = "y"\n[message_view]\ntrash = "y"\n[thread_view]\nsnooze = "y"\n');
    const { bindings, notes } = await keys();
    assert.deepEqual(Object.keys(bindings), ['mail_list', 'message_view', 'thread_view']);
    assert.deepEqual(
      [bindings.mail_list['archive'], bindings.message_view['trash'], bindings.thread_view['snooze']],
      [['y'], ['y'], ['y']],
    );
    assert.deepEqual([bindings.mail_list['trash'], bindings.thread_view['archive']], [['#', 'Delete'], ['e']]);
    assert.deepEqual(notes, []);
  });

  test('a binding that takes the keys of another action is noted, and no key has two meanings', async () => {
    const { keys, write } = running;
    write('[mail_list]\narchive = "r"\ntrash = ["r", "t"]\nselect = "g"\n');
    const { bindings, notes } = await keys();
    const list = bindings.mail_list;
    assert.deepEqual([list['archive'], list['trash'], list['reply'], list['inbox']], [['r'], ['t'], [], []]);
    assert.deepEqual(
      notes.map(({ message }) => message),
      [
        'mail_list.archive takes r from reply.',
        'mail_list.trash: r is already used for archive, which keeps it.',
        'mail_list.select takes g g from first, g h from now, g m from messages, g x from todo, g u from updates, g r from reading, g e from records, g i from inbox, g a from all, g d from drafts, g o from outbox, g c from history.',
      ],
    );
  });

  test('no preset gives a key two meanings', () => {
    for (const preset of keyPresets) {
      const all = keyActions.flatMap((action) => presetKeys(action, preset).map((chord) => ({ chord, action })));
      for (const [at, one] of all.entries())
        for (const other of all.slice(at + 1))
          assert.ok(!chordsConflict(one.chord, other.chord), `${preset}: ${one.chord} and ${other.chord}`);
    }
  });

  test('changes of the file are applied, and an invalid TOML file keeps the last valid keys', async () => {
    const { daemon, keys, logged, write } = running;
    write('# none\n');
    assert.deepEqual((await keys()).bindings.mail_list['archive'], ['e']);
    write('[mail_list]\narchive = "y"\n');
    assert.deepEqual((await daemon.events.until('ConfigChanged')).keys, ['keys']);
    write('[mail_list\n');
    const { bindings, trouble } = await keys();
    assert.deepEqual(bindings.mail_list['archive'], ['y']);
    assert.match(trouble ?? '', /keys\.toml, line 1, .*Until then the last good keys are used\.$/);
    assert.ok(logged.some((line) => line.includes('isn’t valid TOML')));
    await assert.rejects(daemon.ask('keys.change', { preset: 'vim' }, { origin: 'human' }), {
      code: 'config_unreadable',
    });
    for (const text of ['', undefined]) {
      write(text);
      const kept = await keys();
      assert.deepEqual(kept.bindings.mail_list['archive'], ['y']);
      assert.match(kept.trouble ?? '', /keys\.toml is (empty|missing)\. .*Until then the last good keys are used\.$/);
    }
    write('# none\n');
    assert.deepEqual((await keys()).bindings.mail_list['archive'], ['e']);
  });
});

suite('changing keys', () => {
  const running = keyBindingsFixture();
  test('one action is changed in one context or in all, and the rest of the file stays', async () => {
    const { change, text, write } = running;
    write('# mine\n[mail_list] # lists\nstar = "S" # like that\n');
    const first = await change({ context: 'mail_list', action: 'archive', keys: ['y', 'gy'] });
    assert.deepEqual(first.bindings.mail_list['archive'], ['y', 'g y']);
    assert.deepEqual(first.bindings.thread_view['archive'], ['e']);
    assert.match(text(), /^# mine\n\[mail_list\] # lists\nstar = "S" # like that\narchive = \["y", "g y"\]\n/);
    const everywhere = await change({ action: 'archive', keys: ['Y'] });
    for (const context of keyContexts) assert.deepEqual(everywhere.bindings[context]['archive'], ['Y']);
    const none = await change({ context: 'thread_view', action: 'archive', keys: [] });
    assert.deepEqual(none.bindings.thread_view['archive'], []);
    const back = await change({ action: 'archive', keys: null });
    assert.deepEqual([back.own, back.bindings.mail_list['archive']], [['mail_list.star'], ['e']]);
    assert.match(text(), /^# mine\n\[mail_list\] # lists\nstar = "S" # like that\n/);
  });

  test('a key of another action is refused, and reassigned if the request says so', async () => {
    const { change, keys, text, write } = running;
    write('# none\n');
    await assert.rejects(change({ context: 'mail_list', action: 'archive', keys: ['r'] }), {
      code: 'key_taken',
      details: { context: 'mail_list', action: 'reply', key: 'r' },
    });
    assert.equal(text(), '# none\n');
    const { bindings, notes } = await change({ context: 'mail_list', action: 'archive', keys: ['r'], take: true });
    assert.deepEqual([bindings.mail_list['archive'], bindings.mail_list['reply'], notes], [['r'], [], []]);
    assert.deepEqual((await keys()).bindings.thread_view['reply'], ['r']);
  });

  test('the vim preset is set in one step, and reset in one step', async () => {
    const { change, write } = running;
    write('[mail_list]\nstar = "S"\n');
    const { bindings, preset } = await change({ preset: 'vim' });
    const list = bindings.mail_list;
    assert.deepEqual(
      [preset, list['archive'], list['half_down'], list['palette'], list['star']],
      ['vim', ['d d', 'e'], ['ctrl-d'], ['ctrl-k', ':'], ['S']],
    );
    const back = await change({ preset: 'gmail', forget: true });
    assert.deepEqual([back.preset, back.own, back.bindings.mail_list['star']], ['gmail', [], ['s']]);
  });

  test('an invalid change is explained, and changes nothing', async () => {
    const { daemon, change, text, write } = running;
    write('# none\n');
    const refused: [object, string][] = [
      [{}, 'nothing_to_change'],
      [{ action: 'archive' }, 'nothing_to_change'],
      [{ keys: ['y'], preset: 'vim' }, 'nothing_to_change'],
      [{ action: 'constructor', keys: ['y'] }, 'unknown_action'],
      [{ action: 'archive', keys: ['abc'] }, 'invalid_keys'],
      [{ action: 'archive', keys: ['ctrl-w'] }, 'invalid_keys'],
      [{ action: 'archive', keys: ['g ctrl-k'] }, 'invalid_keys'],
      [{ action: 'archive', keys: [' '] }, 'invalid_keys'],
    ];
    for (const [input, code] of refused) await assert.rejects(change(input), { code }, JSON.stringify(input));
    assert.equal(text(), '# none\n');
    await assert.rejects(daemon.ask('keys.change', { preset: 'vim' }, { origin: 'agent' }));
    const shown = await daemon.ask('keys.get', {}, { origin: 'script' });
    assert.equal(typeof shown.file, 'string');
  });
});

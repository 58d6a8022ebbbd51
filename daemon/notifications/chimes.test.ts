import assert from 'node:assert/strict';
import { after, beforeEach, suite, test } from 'node:test';
import { refusedOutcome, storedDraft } from '../features/outbox/test-sends.ts';
import { ada, bob, mail, testDaemon, type TestDaemon } from '../test-daemon.ts';
import { mostImportantChime, type Chime } from './chime-selection.ts';
import { isQuietAt } from '../mail/notifications/quiet-hours.ts';
import { noDesktop, type Desktop } from './desktop.ts';

/** A desktop that records the sounds it played. */
function recordingPlayer() {
  const played: string[] = [];
  let nextSound = Promise.withResolvers<void>();
  const desktop: Desktop = {
    ...noDesktop,
    play(sound, volume) {
      played.push(`${sound} ${volume}`);
      nextSound.resolve();
    },
  };
  return {
    desktop,
    played,
    forget: () => void played.splice(0),
    /** Waits for the next sound, and returns all sounds since the last call. */
    async next(): Promise<string[]> {
      while (played.length === 0) {
        nextSound = Promise.withResolvers();
        await nextSound.promise;
      }
      return played.splice(0);
    },
  };
}

// Each event has its own sound as far as possible, so that a sound identifies its event.
const config = `[notifications]
quiet_from = "22:00"
quiet_until = "07:00"
[notifications.chimes]
enabled = true
volume = 0.5
error = "thud"
`;

const player = recordingPlayer();
let messageCount = 0;
const newMessage = (from = 'Ben <ben@people.example>', headers: Record<string, string> = {}) => {
  messageCount += 1;
  const id = `letter-${messageCount}@people.example`;
  return mail({ from, subject: `Letter ${messageCount}`, text: 'Hello.', id, minutesAgo: messageCount, headers });
};

/** Whether Ada's server refuses all operations. */
let isRefusing = false;

const daemon = await testDaemon(
  { after: () => undefined },
  {
    accounts: [ada, bob],
    config,
    options: { desktop: player.desktop },
    prepare(providers) {
      const server = providers.get('ada')!;
      const refused = { ok: false, error: 'The folder is full.', retryable: false } as const;
      providers.set('ada', {
        ...server,
        apply: async (operations, signal) =>
          isRefusing ? operations.map(() => refused) : server.apply(operations, signal),
      });
      for (let count = 0; count < 30; count++) providers.get('ada')!.control.deliver(newMessage());
    },
  },
);
after(() => daemon.close());
await daemon.synced();

async function inbox(): Promise<string[]> {
  const { mailbox } = await daemon.ask('mailbox.list', { lens_kind: 'inbox', view: 'messages' });
  return mailbox.groups.flatMap(({ rows }) => rows.map(({ id }) => id));
}

type Action = Parameters<TestDaemon['ask']>[0];

/** Applies a change to the newest message of the inbox. */
async function perform(
  name: Action,
  origin: 'web' | 'script' | 'agent' | 'cli' | 'human',
  more: object = {},
): Promise<void> {
  const [id = ''] = await inbox();
  await daemon.ask(name, { message_ids: [id], ...more }, { origin });
}

/** Marks mail as spam, which plays a sound. An earlier event would play its sound instead. */
async function playedSince(): Promise<string[]> {
  await perform('mutations.spam', 'script');
  return player.next();
}

suite('the sounds of a daemon', () => {
  beforeEach(() => player.forget());

  test('checklist 173: an archive by the web app is silent in the daemon, the same by a script chimes', async () => {
    await perform('mutations.archive', 'web');
    assert.deepEqual(await playedSince(), ['alert 0.5']);
    await perform('mutations.archive', 'script');
    assert.deepEqual(await player.next(), ['archive 0.5']);
  });

  test('each mail action has its sound, whichever request moved the mail; flag changes and undo have none', async () => {
    await perform('mutations.trash', 'cli');
    assert.deepEqual(await player.next(), ['thud 0.5']);
    await perform('mutations.move', 'human', { target_label: 'Archive' });
    assert.deepEqual(await player.next(), ['archive 0.5']);
    const [id = ''] = await inbox();
    await daemon.ask('snooze.create', { message_ids: [id], until: 'tomorrow' });
    assert.deepEqual(await player.next(), ['pop 0.5']);
    await daemon.ask('snooze.wake', { id });
    assert.deepEqual(await player.next(), ['glass 0.5']);
    await perform('mutations.star', 'script', { starred: true });
    await perform('mutations.read', 'script', { read: true });
    const { mutations } = await daemon.ask('mutations.history');
    await daemon.ask('mutations.undo', { mutation_id: mutations[0]!.mutation_id });
    assert.deepEqual(await playedSince(), ['alert 0.5']);
  });

  test('new mail sounds once per burst, and only if it is unread in the inbox of an account with chimes', async () => {
    const { control } = daemon.server('ada');
    const sent = { 'X-Sent': 'yes' };
    control.deliver(newMessage('Ada <ada@example.test>', sent), { folder: 'Sent' });
    control.deliver(newMessage(), { flags: ['\\Seen'] });
    control.deliver(newMessage(), { folder: 'Archive' });
    await daemon.resync();
    assert.deepEqual(await playedSince(), ['alert 0.5']);
    for (let count = 0; count < 3; count++) control.deliver(newMessage());
    await daemon.resync();
    assert.deepEqual(await player.next(), ['bell 0.5']);

    await daemon.ask('settings.change', { key: 'accounts.bob.notify', value: false });
    daemon.server('bob').control.deliver(newMessage());
    await daemon.resync();
    assert.deepEqual(await playedSince(), ['alert 0.5']);
    await daemon.ask('settings.change', { key: 'accounts.bob.notify', value: null });
  });

  test('checklist 174: a send from the web app that leaves after the hold is still silent in the daemon', async () => {
    const send = async (origin: 'web' | 'script') => {
      const draft_id = storedDraft(daemon);
      await daemon.ask('outbox.sendStored', { draft_id, hold_seconds: 8 }, { origin });
      return draft_id;
    };
    const left = () => daemon.events.all('OutboxUpdated').filter(({ state }) => state === 'sent').length;
    await send('web');
    daemon.clock.advance(9_000);
    while (left() < 1) await daemon.events.until('OutboxUpdated', daemon.events.all('OutboxUpdated').length + 1);
    assert.deepEqual(await playedSince(), ['alert 0.5']);
    await send('script');
    daemon.clock.advance(9_000);
    assert.deepEqual(await player.next(), ['sent 0.5']);
  });

  test('mail that was snoozed in the web app and returns at its time sounds', async () => {
    await perform('snooze.create', 'web', { until: '2026-03-10T09:00:00Z' });
    assert.deepEqual(await playedSince(), ['alert 0.5']);
    daemon.clock.advance(3_600_000);
    assert.deepEqual(await player.next(), ['glass 0.5']);
  });

  test('a failed send sounds, and a refused password sounds once despite repeated attempts', async () => {
    daemon.sender('ada').faults.push(refusedOutcome(550, '5.7.1'));
    await daemon.ask('outbox.sendStored', { draft_id: storedDraft(daemon) }).catch(() => undefined);
    assert.deepEqual(await player.next(), ['thud 0.5']);

    const { control } = daemon.server('bob');
    const { accounts } = await daemon.ask('accounts.list');
    const account_id = accounts.find(({ key }) => key === 'bob')?.account_id ?? '';
    const finished = () => daemon.events.all('SyncFinished').filter((event) => event.account_id === account_id).length;
    const sync = async () => {
      const before = finished();
      await daemon.ask('sync.start', { account_id });
      while (finished() === before)
        await daemon.events.until('SyncFinished', daemon.events.all('SyncFinished').length + 1);
    };
    control.fault({ kind: 'auth' });
    // The server accepted this password before, so it is tried again and the user is not asked.
    await sync();
    assert.deepEqual(await playedSince(), ['alert 0.5']);
    await sync();
    assert.deepEqual(await player.next(), ['thud 0.5']);
    await sync();
    assert.deepEqual(await playedSince(), ['alert 0.5']);
  });

  test('an operation of a script that the server refuses sounds, and the same of the web app does not', async () => {
    const completed = () => daemon.events.all('MutationCompleted').length;
    await daemon.resync();
    isRefusing = true;
    const before = completed();
    await perform('mutations.star', 'web', { starred: true });
    await daemon.events.until('MutationCompleted', before + 1);
    isRefusing = false;
    assert.deepEqual(await playedSince(), ['alert 0.5']);
    await daemon.events.until('MutationCompleted', before + 2);
    isRefusing = true;
    await perform('mutations.star', 'script', { starred: true });
    assert.deepEqual(await player.next(), ['thud 0.5']);
    isRefusing = false;
  });

  test('failures take precedence over new mail, and new mail over actions', () => {
    const cases: [chimes: Chime[], expected: Chime | undefined][] = [
      [['archived', 'new_mail'], 'new_mail'],
      [['new_mail', 'archived', 'error'], 'error'],
      [['snoozed', 'archived'], 'snoozed'],
      [[], undefined],
    ];
    for (const [chimes, expected] of cases) assert.equal(mostImportantChime(chimes), expected);
  });

  test('nothing sounds during a pause or in quiet hours, nor where the sound is none or the volume 0 (checklist 172)', async () => {
    await daemon.ask('notifications.pause', { until: '2026-03-10T21:00:00Z' });
    await perform('mutations.archive', 'script');
    await daemon.ask('notifications.pause', { until: null });
    assert.deepEqual(await playedSince(), ['alert 0.5']);

    const { quiet_from } = daemon.config.current.notifications;
    await daemon.ask('settings.change', { key: 'notifications.quiet_from', value: '07:30' });
    await daemon.ask('settings.change', { key: 'notifications.quiet_until', value: '23:00' });
    await perform('mutations.archive', 'script');
    await daemon.ask('settings.change', { key: 'notifications.quiet_from', value: quiet_from });
    await daemon.ask('settings.change', { key: 'notifications.quiet_until', value: '07:00' });
    assert.deepEqual(await playedSince(), ['alert 0.5']);

    await daemon.ask('notifications.setChimes', { volume: 0 });
    await perform('mutations.archive', 'script');
    await daemon.ask('notifications.setChimes', { enabled: false, volume: 1 });
    await perform('mutations.archive', 'script');
    await daemon.ask('notifications.setChimes', { enabled: true, archived: 'none' });
    await perform('mutations.archive', 'script');
    await daemon.ask('notifications.setChimes', { volume: 1 });
    await perform('mutations.trash', 'script');
    assert.deepEqual(await player.next(), ['thud 1']);
  });

  test('quiet hours span midnight in local time, also across clock changes', () => {
    const night = { quiet_from: '22:00', quiet_until: '07:00' };
    const at = (instant: string, hours: Parameters<typeof isQuietAt>[0] = night) =>
      isQuietAt(hours, Date.parse(instant), 'Europe/Berlin');
    assert.deepEqual(
      ['2026-03-10T20:59:59Z', '2026-03-10T21:00:00Z', '2026-03-11T05:59:59Z', '2026-03-11T06:00:00Z'].map((each) =>
        at(each),
      ),
      [false, true, true, false],
    );
    // Summer time begins: seven in the morning is an hour earlier than the day before.
    assert.deepEqual([at('2026-03-29T04:59:59Z'), at('2026-03-29T05:00:00Z')], [true, false]);
    const noon = { quiet_from: '12:00', quiet_until: '13:30' };
    assert.deepEqual([at('2026-03-10T11:00:00Z', noon), at('2026-03-10T12:30:00Z', noon)], [true, false]);
    const without = [
      { quiet_from: '22:00', quiet_until: undefined },
      { quiet_from: undefined, quiet_until: '22:00' },
      { quiet_from: '08:00', quiet_until: '08:00' },
    ];
    for (const hours of without) assert.equal(at('2026-03-10T21:30:00Z', hours), false);
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { testDaemon } from '../../test-daemon.ts';

const defaults = {
  enabled: false,
  volume: 0.35,
  new_mail: 'bell',
  sent: 'sent',
  archived: 'archive',
  trashed: 'thud',
  spam: 'alert',
  snoozed: 'pop',
  unsnoozed: 'glass',
  reminder: 'bell',
  error: 'alert',
};

const written = `# What is heard here.
[notifications.chimes]
enabled = true # since the move
# Not too loud.
volume = 0.2
new_mail = "glass"   # as at work
sent = "none"
archived = "pop"
trashed = "pop"
spam = "thud"
snoozed = "bell"
unsnoozed = "bell"
reminder = "alert"
error = "thud"

[snooze]
morning_hour = 7 # early
`;

test('checklist 168: sounds are off by default; the volume and the nine sounds have their documented defaults', async (t) => {
  const daemon = await testDaemon(t);
  assert.deepEqual(await daemon.ask('notifications.chimes'), { kind: 'NotificationChimes', config: defaults });
  assert.deepEqual(await daemon.ask('notifications.setChimes', {}), { kind: 'NotificationChimes', config: defaults });
});

test('checklist 169: a patch of one field leaves the ten others unchanged in config.toml, with their comments', async (t) => {
  const daemon = await testDaemon(t, { config: written });
  const text = () => readFileSync(daemon.configFile, 'utf8');
  const before = text();
  const { config: first } = await daemon.ask('notifications.chimes');
  const { config } = await daemon.ask('notifications.setChimes', { new_mail: 'bell' });
  assert.deepEqual(config, { ...first, new_mail: 'bell' });
  assert.equal(text(), before.replace('new_mail = "glass"   # as at work', 'new_mail = "bell"   # as at work'));
  const both = await daemon.ask('notifications.setChimes', { volume: 0.75, enabled: false });
  assert.deepEqual(both.config, { ...config, volume: 0.75, enabled: false });
  assert.equal(
    text(),
    before
      .replace('new_mail = "glass"   # as at work', 'new_mail = "bell"   # as at work')
      .replace('volume = 0.2', 'volume = 0.75')
      .replace('enabled = true # since', 'enabled = false # since'),
  );
});

test('without sounds in config.toml only the given fields are written', async (t) => {
  const daemon = await testDaemon(t);
  const before = readFileSync(daemon.configFile, 'utf8');
  const { config } = await daemon.ask('notifications.setChimes', { enabled: true, sent: 'pop' });
  assert.deepEqual(config, { ...defaults, enabled: true, sent: 'pop' });
  const after = readFileSync(daemon.configFile, 'utf8');
  assert.match(after, /\[notifications\.chimes\]\nenabled = true\nsent = "pop"\n/);
  assert.equal(after.replace(/\n*\[notifications\.chimes\]\nenabled = true\nsent = "pop"\n/, '').trim(), before.trim());
});

test('checklist 170: a volume of 1.01, -0.1, NaN or "loud" is refused and nothing is written; 0 and 1 are accepted', async (t) => {
  const daemon = await testDaemon(t, { config: written });
  const before = readFileSync(daemon.configFile, 'utf8');
  for (const volume of [1.01, -0.1, Number.NaN, Number.POSITIVE_INFINITY, 'loud', null]) {
    // The other fields of the request are not written either.
    const asked = daemon.ask('notifications.setChimes', { sent: 'pop', volume });
    await assert.rejects(asked, (failed: unknown) => failed instanceof Failure && failed.code === 'invalid_input');
  }
  assert.equal(readFileSync(daemon.configFile, 'utf8'), before);
  for (const volume of [0, 1]) {
    assert.equal((await daemon.ask('notifications.setChimes', { volume })).config.volume, volume);
    assert.equal((await daemon.ask('notifications.chimes')).config.volume, volume);
  }
});

test('checklist 171: new-mail and new_mail name the same event, and an unknown key is refused', async (t) => {
  const daemon = await testDaemon(t, { config: written });
  const set = (patch: object) => daemon.ask('notifications.setChimes', patch);
  assert.equal((await set({ 'new-mail': 'pop' })).config.new_mail, 'pop');
  assert.equal((await set({ new_mail: 'thud', 'new-mail': 'thud' })).config.new_mail, 'thud');
  const before = readFileSync(daemon.configFile, 'utf8');
  assert.match(before, /^new_mail = "thud" {3}# as at work$/m);
  for (const patch of [
    { new_mail: 'pop', 'new-mail': 'bell' },
    { newmail: 'pop' },
    { New_Mail: 'pop' },
    { sent: 'pop', starred: 'pop' },
    { sent: 'gong' },
  ])
    await assert.rejects(set(patch), (failed: unknown) => failed instanceof Failure && failed.code === 'invalid_input');
  assert.equal(readFileSync(daemon.configFile, 'utf8'), before);
});

test('a pause lasts until its time, can be ended, and cannot end in the past', async (t) => {
  const daemon = await testDaemon(t);
  const state = () => daemon.ask('notifications.get');
  const paused = async () => (await state()).paused_until;
  assert.deepEqual(await state(), { paused_until: null, is_quiet: false });
  await daemon.ask('notifications.pause', { until: '2026-03-10T10:00:00+01:00' });
  assert.deepEqual(await state(), { paused_until: '2026-03-10T09:00:00.000Z', is_quiet: true });
  await assert.rejects(daemon.ask('notifications.pause', { until: '2026-03-10T07:00:00Z' }), { code: 'in_the_past' });
  daemon.clock.advance(3_600_000);
  assert.equal(await paused(), null);
  await daemon.ask('notifications.pause', { until: '2026-03-11T09:00:00Z' });
  await daemon.ask('notifications.pause', { until: null });
  assert.equal(await paused(), null);
  await daemon.ask('settings.change', { key: 'notifications.quiet_from', value: '09:30' });
  await daemon.ask('settings.change', { key: 'notifications.quiet_until', value: '10:30' });
  assert.deepEqual(await state(), { paused_until: null, is_quiet: true });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { testDaemon } from '../../test-daemon.ts';

const page = 'http://localhost:5173';

test('a page that asks is announced once, and waits until the user allows it', async (t) => {
  const daemon = await testDaemon(t);
  daemon.handleLocalPage(page);
  daemon.handleLocalPage(page);
  await daemon.events.until('LocalPageAsked');
  const waiting = { origin: page, state: 'waiting', asked_at: '2026-03-10T08:00:00.000Z' };
  assert.deepEqual((await daemon.ask('localPages.list')).local_pages, [waiting]);
  const { local_pages } = await daemon.ask('localPages.decide', { origin: page, allow: true });
  assert.deepEqual(local_pages, [{ origin: page, state: 'allowed', asked_at: null }]);
  assert.deepEqual(daemon.config.current.bridge.allowed_local_pages, [page]);
  assert.match(readFileSync(daemon.configFile, 'utf8'), /allowed_local_pages = \["http:\/\/localhost:5173"\]/);
  assert.equal(daemon.events.all('LocalPageAsked').length, 1);
});

test('a decision can be changed and taken back; the other keys of the file stay', async (t) => {
  const daemon = await testDaemon(t, { config: '[bridge]\nport = 0 # any\n' });
  await daemon.ask('localPages.decide', { origin: 'HTTP://localhost:5173', allow: true });
  await daemon.ask('localPages.decide', { origin: page, allow: false });
  const { allowed_local_pages, denied_local_pages } = daemon.config.current.bridge;
  assert.deepEqual([allowed_local_pages, denied_local_pages], [[], [page]]);
  assert.deepEqual((await daemon.ask('localPages.forget', { origin: page })).local_pages, []);
  assert.match(readFileSync(daemon.configFile, 'utf8'), /\[bridge\]\nport = 0 # any\n/);
  assert.doesNotMatch(readFileSync(daemon.configFile, 'utf8'), /local_pages/);
  await assert.rejects(daemon.ask('localPages.forget', { origin: page }), { kind: 'missing', code: 'not_found' });
});

test('only origins of this computer can be allowed, and a refusal changes nothing', async (t) => {
  const daemon = await testDaemon(t);
  const before = readFileSync(daemon.configFile, 'utf8');
  for (const origin of [
    'https://evil.example',
    'http://localhost.evil.example',
    'null',
    'localhost:5173',
    `${page}/path`,
  ])
    await assert.rejects(daemon.ask('localPages.decide', { origin, allow: true }), { code: 'not_local' }, origin);
  assert.equal(readFileSync(daemon.configFile, 'utf8'), before);
});

test('a flood of pages does not grow without limit, and agents and other tokens may not decide', async (t) => {
  const daemon = await testDaemon(t, {
    config: '[agents.profiles.agent]\nsafety_policy = "full"\nallow_destructive = true\nallowed_accounts = ["ada"]\n',
  });
  for (let port = 1000; port < 1100; port++) daemon.handleLocalPage(`http://localhost:${port}`);
  assert.equal((await daemon.ask('localPages.list')).local_pages.length, 20);
  for (const caller of [{ origin: 'agent' }, { origin: 'script', token_id: 'x' }] as const)
    for (const [name, input] of [
      ['localPages.list', {}],
      ['localPages.decide', { origin: 'http://localhost:1000', allow: true }],
      ['localPages.forget', { origin: 'http://localhost:1000' }],
    ] as const)
      await assert.rejects(daemon.ask(name, input, caller), { kind: 'refused' }, name);
});

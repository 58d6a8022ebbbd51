import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { movableClock } from '../../daemon/base/clock.ts';
import { until } from '../../daemon/test-until.ts';
import { findOtherInstance, waitUntilGone } from './other-instance.ts';

const folder = mkdtempSync(join(tmpdir(), 'posthorn-elsewhere-'));
const portFile = join(folder, 'bridge-port');
after(() => rmSync(folder, { recursive: true, force: true }));

/** A fake network: answers by address, and refuses all others. */
function fakeFetch(answers: Record<string, unknown>): typeof fetch {
  return async (address) => {
    const answer = answers[address instanceof Request ? address.url : address.toString()];
    if (answer === undefined) throw new TypeError('fetch failed');
    return answer instanceof Response ? answer : Response.json(answer);
  };
}

const health = { status: 'ok', service: 'posthorn', protocol_version: 4 };

test('another Posthorn is found by its port file, on either loopback address, with its token', async () => {
  writeFileSync(portFile, '4040\n');
  for (const url of ['http://127.0.0.1:4040', 'http://[::1]:4040']) {
    const ask = fakeFetch({
      [`${url}/api/v1/health`]: health,
      [`${url}/api/v1/auth/local-token`]: { token: 'a-token' },
    });
    assert.deepEqual(await findOtherInstance(portFile, ask), { url, token: 'a-token' });
  }
});

test('a port of another program, a bridge without a token and a file without a port are not a Posthorn', async () => {
  const url = 'http://127.0.0.1:4040/api/v1';
  const refused = Response.json({ code: 'not_found' }, { status: 404 });
  for (const answers of [
    {},
    { [`${url}/health`]: { service: 'another' }, [`${url}/auth/local-token`]: { token: 'a-token' } },
    { [`${url}/health`]: new Response('<html>') },
    { [`${url}/health`]: health, [`${url}/auth/local-token`]: refused },
  ])
    assert.equal(await findOtherInstance(portFile, fakeFetch(answers)), undefined);
  for (const text of ['', 'x', '123456', '80; rm']) {
    writeFileSync(portFile, text);
    assert.equal(await findOtherInstance(portFile, fakeFetch({})), undefined);
  }
  assert.equal(await findOtherInstance(join(folder, 'missing'), fakeFetch({})), undefined);
});

test('it counts as gone once it has not answered twice in a row', async () => {
  const clock = movableClock('2026-03-10T12:00:00.000Z');
  const answers = [health, undefined, health, undefined, undefined];
  const checks: number[] = [];
  const fetchUrl: typeof fetch = async () => {
    checks.push(clock.now().getTime());
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError('fetch failed');
    return Response.json(answer);
  };
  let isGone = false;
  const { signal } = new AbortController();
  const ended = waitUntilGone({ url: 'http://127.0.0.1:4040', token: '' }, { clock, signal, fetchUrl }).then(
    () => (isGone = true),
  );
  for (let looks = 1; looks <= 5; looks++) {
    assert.equal(isGone, false);
    clock.advance(5_000);
    await until('it is asked', () => checks.length >= looks);
    await new Promise(setImmediate);
  }
  await ended;
  assert.equal(checks.length, 5);
});

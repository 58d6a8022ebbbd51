import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { testDaemon } from '../../test-daemon.ts';

test('a snippet is created or updated by its name, and removing an unknown snippet is no error (checklist 141)', async (t) => {
  const daemon = await testDaemon(t);
  const { snippet } = await daemon.ask('snippets.save', { name: 'thanks', body: 'Dear {first_name}, thank you.' });
  assert.deepEqual(snippet.vars, ['first_name']);
  daemon.clock.advance(1000);
  const named = { name: 'thanks', body: 'Dear {first_name}: {day}.', vars: ['day', 'first_name', 'day'] };
  const { snippet: changed } = await daemon.ask('snippets.save', named);
  assert.deepEqual(changed, {
    name: 'thanks',
    body: named.body,
    vars: ['day', 'first_name'],
    created_at: snippet.created_at,
    updated_at: '2026-03-10T08:00:01.000Z',
  });
  await daemon.ask('snippets.save', { name: 'Bye', body: 'Goodbye.' });
  const { snippets } = await daemon.ask('snippets.list');
  assert.deepEqual(
    snippets.map(({ name, vars }) => [name, vars]),
    [
      ['Bye', []],
      ['thanks', ['day', 'first_name']],
    ],
  );
  await assert.rejects(
    daemon.ask('snippets.save', { name: ' ', body: 'x' }),
    (error) => error instanceof Failure && error.code === 'invalid_input',
  );
  assert.deepEqual(await daemon.ask('snippets.remove', { name: 'thanks' }), { kind: 'Ack' });
  assert.deepEqual(await daemon.ask('snippets.remove', { name: 'thanks' }), { kind: 'Ack' });
  assert.equal((await daemon.ask('snippets.list')).snippets.length, 1);
});

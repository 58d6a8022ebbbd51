import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointsOf } from './openapi-document.ts';
import { bearer, openTestBridge } from './test-bridge.ts';
import { fieldsOf, requiredValues, buildRequest } from './request-builder.ts';

test('under read-only every row that reads answers, every other is refused, and nothing is written or fetched, for every kind of caller (checklist 69, 70, 71, 73, 115)', async (t) => {
  const config = '[general]\nsafety_policy = "read-only"\n';
  const stage = await openTestBridge({ after: (close) => t.after(close) }, { config });
  const { mailbox } = await stage.daemon.ask('mailbox.list', { lens_kind: 'all_mail' });
  const row = mailbox.groups.flatMap(({ rows }) => rows)[0];
  assert.ok(row?.unread);
  const own = { thread_id: row.thread_id, message_id: row.id };
  const calls = { ...stage.daemon.server('ada').control.calls };
  const before = stage.databases.contentHash();

  for (const place of endpointsOf(stage.document)) {
    const { method, path, operation } = place;
    const fields = fieldsOf(place, stage.document);
    const request = buildRequest(place, fields, { ...requiredValues(fields), ...own });
    for (const kind of ['web', 'cli', 'script']) {
      const answer = await stage.send({
        ...request,
        headers: { ...request.headers, ...bearer, 'x-client-kind': kind },
      });
      const where = `${method} ${path} as ${kind}: ${answer.text.slice(0, 300)}`;
      assert.equal(answer.fault, undefined);
      const isRefused = answer.status === 403 && (JSON.parse(answer.text) as { code: string }).code === 'policy';
      assert.equal(isRefused, operation['x-safety'] !== 'read', where);
    }
  }
  assert.equal(stage.databases.contentHash(), before);
  assert.deepEqual({ ...stage.daemon.server('ada').control.calls }, calls);
  const { messages } = await stage.daemon.ask('threads.get', { thread_id: own.thread_id });
  assert.equal(messages.find(({ id }) => id === own.message_id)?.unread, true);
});

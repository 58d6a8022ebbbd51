import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { requests } from '../../daemon/contract/define.ts';
import { bearer, openTestBridge } from '../test-bridge.ts';

/** A small copy of the build output; both files contain text that would end their element. */
const script = 'document.title = "</script><!-- <script>";';
const style = 'body { color: red }';

function builtRoot(context: TestContext): string {
  const root = mkdtempSync(join(tmpdir(), 'posthorn-viewer-'));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'viewer'));
  writeFileSync(join(root, 'viewer', 'viewer.js'), script);
  writeFileSync(join(root, 'viewer', 'viewer.css'), style);
  return root;
}

/** A row whose texts would end the element that contains the document. */
const hostileTable = {
  messages: requests('Messages.', {
    list: {
      http: 'GET /messages',
      summary: 'Ends with </script><script>alert(1)</script> and <!-- begins.',
      effect: { safety: 'read' },
      scope: 'none',
      input: z.object({}),
      output: z.object({}),
    },
  }),
};

const address = '/api/v1/docs';

test('checklist 10: /docs answers 401 without a token, in JSON', async (context) => {
  const { send } = await openTestBridge(context, { webRoot: builtRoot(context) });
  for (const headers of [undefined, { authorization: 'Bearer wrong' }]) {
    const { status, json } = await send(address, { headers });
    assert.deepEqual([status, json.code], [401, 'unauthorized']);
  }
  assert.equal((await send(`${address}?token=${bearer.authorization.slice(7)}`)).status, 401);
});

test('checklist 11: the page contains its script, its style and the document, and may load nothing else', async (context) => {
  const { send } = await openTestBridge(context, { webRoot: builtRoot(context), table: hostileTable });
  const { status, headers, text } = await send(address, { headers: bearer });
  assert.deepEqual([status, headers['content-type']], [200, 'text/html; charset=utf-8']);
  assert.equal(headers['cache-control'], 'no-store');
  const [data = '', code = ''] = [...text.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, inner]) => inner ?? '');
  assert.equal(text.match(/<script/g)?.length, 2 + (code.match(/<script/g)?.length ?? 0));
  assert.deepEqual(JSON.parse(data), (await send('/api/v1/openapi.json', { headers: bearer })).json);
  assert.equal(evaluated(code), '</script><!-- <script>');
  assert.deepEqual(String(headers['content-security-policy']).split('; '), [
    "default-src 'none'",
    `script-src '${hashOf(code)}'`,
    `style-src '${hashOf(style)}'`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
  assert.doesNotMatch(text.replace(data, '').replace(code, ''), /\b(src|href)="(?!data:)/);
});

test('HEAD answers the headers of GET', async (context) => {
  const { send } = await openTestBridge(context, { webRoot: builtRoot(context) });
  const page = await send(address, { headers: bearer });
  const head = await send(address, { method: 'HEAD', headers: bearer });
  assert.deepEqual([head.status, head.text], [200, '']);
  assert.equal(head.headers['content-length'], String(Buffer.byteLength(page.text)));
});

test('without the built viewer the answer says so in JSON, and the page is there as soon as it is built', async (context) => {
  const empty = mkdtempSync(join(tmpdir(), 'posthorn-viewer-'));
  context.after(() => rmSync(empty, { recursive: true, force: true }));
  for (const webRoot of [undefined, empty]) {
    const { send } = await openTestBridge(context, { webRoot });
    const { status, json } = await send(address, { headers: bearer });
    assert.deepEqual([status, json.code], [503, 'viewer_not_built']);
    assert.match(String(json.error), /npm run build/);
    if (webRoot === undefined) continue;
    mkdirSync(join(webRoot, 'viewer'));
    writeFileSync(join(webRoot, 'viewer', 'viewer.js'), script);
    writeFileSync(join(webRoot, 'viewer', 'viewer.css'), style);
    assert.equal((await send(address, { headers: bearer })).status, 200);
  }
});

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** The title in the document that the script receives. */
function evaluated(code: string): string {
  const document = { title: '' };
  runInNewContext(code, { document });
  return document.title;
}

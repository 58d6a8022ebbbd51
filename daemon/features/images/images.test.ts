import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import { testWeb } from '../../outgoing/test-web.ts';
import { ada, bob, mail, testDaemon, type TestDaemon, type TestSettings } from '../../test-daemon.ts';

const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const bytes = Buffer.from(picture, 'base64');
const dataUrl = `data:image/png;base64,${picture}`;

/** A web server with images that records which of them were fetched. */
async function imageServer(t: TestContext) {
  const status = { now: 200 };
  const { recorded: seen, ...web } = await testWeb(t, ({ url = '' }, response) => {
    if (url === '/gone.png') return response.writeHead(410).end();
    if (url === '/drawing.svg') return response.writeHead(200, { 'content-type': 'image/png' }).end('<svg></svg>');
    if (url === '/inside.png') return response.writeHead(302, { location: 'http://127.0.0.1:1/secret' }).end();
    if (url === '/huge.png') return response.writeHead(200, { 'content-length': 30_000_000 }).write('a');
    response.writeHead(status.now, { 'content-type': 'text/html' }).end(bytes);
  });
  return { ...web, status, fetched: () => seen.map(({ path }) => path) };
}

/** A daemon with one message that has this `html` and an embedded image. */
async function daemonWithHtml(t: TestContext, html: string, settings: TestSettings = {}) {
  const message = mail({
    from: 'Shop <Shop@example.org>',
    subject: 'Sale',
    text: [
      `--b\nContent-Type: text/html\n\n${html}`,
      `--b\nContent-Type: image/gif\nContent-ID: <logo@x>\nContent-Transfer-Encoding: base64\n\n${picture}`,
      '--b--',
    ].join('\n'),
    headers: { 'Content-Type': 'multipart/related; boundary=b' },
  });
  const daemon = await testDaemon(t, {
    prepare: (servers) => servers.get('ada')?.control.deliver(message),
    ...settings,
  });
  await daemon.synced();
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages' });
  return { daemon, message_id: mailbox.groups[0]?.rows[0]?.id ?? '' };
}

async function listAssets(daemon: TestDaemon, input: object) {
  const { assets } = await daemon.ask('images.list', input);
  return assets;
}

/** The status of each image, by its URL path. */
function statusByUrl(assets: Awaited<ReturnType<typeof listAssets>>, base: string): Record<string, string> {
  return Object.fromEntries(assets.map(({ source, status }) => [source.replace(base, ''), status]));
}

test('with html_remote_content, the default, every image is fetched through the guarded fetcher (checklist 41)', async (t) => {
  const { base, fetched, fetch } = await imageServer(t);
  const html = [
    `<img src="${base}/coat.png" width="600"><img src="${base}/coat.png"><img src="${base}/open.gif" width="1" height="1">`,
    `<p style="background:url(${base}/back.png)"><img src="${base}/gone.png"><img src="${base}/drawing.svg">`,
    `<img src="${base}/inside.png"><img src="${base}/huge.png"><img src="http://192.168.1.1/router.png">`,
    `<img src="cid:logo@x"><img src="cid:none@x"><img src="file:///c:/a.png"><img src="${dataUrl}">`,
    '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
  ].join('\n');
  const { daemon, message_id } = await daemonWithHtml(t, html, { options: { fetch } });
  const assets = await listAssets(daemon, { message_id });
  assert.deepEqual(statusByUrl(assets, base), {
    'cid:logo@x': 'ready',
    'cid:none@x': 'missing',
    'file:///c:/a.png': 'unsupported',
    'data:image/svg+xml;base64,PHN2Zz4=': 'unsupported',
    [dataUrl]: 'ready',
    '/back.png': 'ready',
    '/coat.png': 'ready',
    '/open.gif': 'ready',
    '/gone.png': 'missing',
    '/drawing.svg': 'unsupported',
    '/inside.png': 'blocked',
    '/huge.png': 'failed',
    'http://192.168.1.1/router.png': 'blocked',
  });
  const ready = assets.filter(({ status }) => status === 'ready');
  for (const { path, data_url, mime_type, detail } of ready) {
    assert.deepEqual([data_url, mime_type, detail], [dataUrl, 'image/png', null]);
    assert.deepEqual(readFileSync(path ?? ''), bytes);
    assert.equal(statSync(path ?? '').mode & 0o777, 0o600);
  }
  for (const { data_url, path, detail } of assets.filter(({ status }) => status !== 'ready')) {
    assert.deepEqual([data_url, path], [null, null]);
    assert.match(detail ?? '', /[\w)]\.$/);
  }
  assert.equal(fetched().filter((path) => path === '/coat.png').length, 1);
  await listAssets(daemon, { message_id });
  assert.equal(fetched().filter((path) => path === '/coat.png').length, 1, 'a fetched image is cached');
  assert.equal(fetched().filter((path) => path === '/gone.png').length, 2, 'a failed image is fetched again');
});

test('without html_remote_content nothing is fetched until requested, and then no trackers if only shown images are requested', async (t) => {
  const { base, fetched, fetch, status } = await imageServer(t);
  const html = `<img src="${base}/coat.png"><img src="${base}/wf/open?u=1"><p style="background:url(${base}/back.png)"><img src="cid:logo@x">`;
  const config = '[render]\nhtml_remote_content = false\n';
  const { daemon, message_id } = await daemonWithHtml(t, html, { config, options: { fetch } });
  const waiting = { '/coat.png': 'blocked', '/wf/open?u=1': 'blocked', '/back.png': 'blocked', 'cid:logo@x': 'ready' };
  assert.deepEqual(statusByUrl(await listAssets(daemon, { message_id }), base), waiting);
  assert.deepEqual(fetched(), []);
  status.now = 500;
  const shown = { message_id, allow_remote: true, which: 'shown' };
  assert.deepEqual(statusByUrl(await listAssets(daemon, shown), base), { ...waiting, '/coat.png': 'failed' });
  status.now = 200;
  const assets = await listAssets(daemon, shown);
  assert.deepEqual(statusByUrl(assets, base), { ...waiting, '/coat.png': 'ready' });
  assert.deepEqual(fetched(), ['/coat.png', '/coat.png']);
  const tracker = assets.find(({ tracker: is }) => is);
  assert.deepEqual(
    [tracker?.tracker_name, tracker?.detail],
    ['SendGrid', 'It would tell SendGrid that this message was opened.'],
  );
  const { body } = await daemon.ask('messages.body', { message_id });
  assert.deepEqual(
    body.remote_image_urls.map(({ url, ...rest }) => [url.replace(base, ''), rest]),
    [
      ['/coat.png', { tracker: false, placed: true, tracker_name: null }],
      ['/wf/open?u=1', { tracker: true, placed: true, tracker_name: 'SendGrid' }],
      ['/back.png', { tracker: false, placed: false, tracker_name: null }],
    ],
  );
});

test('under read-only html-images is refused with any html_remote_content, although it is a GET (checklist 42, 72)', async (t) => {
  const { base, fetched, fetch } = await imageServer(t);
  const config = '[general]\nsafety_policy = "read-only"\n[render]\nhtml_remote_content = true\n';
  const { daemon, message_id } = await daemonWithHtml(t, `<img src="${base}/coat.png">`, {
    config,
    options: { fetch },
  });
  for (const input of [{}, { allow_remote: true }, { allow_remote: false }]) {
    await assert.rejects(listAssets(daemon, { message_id, ...input }), { kind: 'refused', code: 'policy' });
  }
  assert.deepEqual(fetched(), []);
});

test('senders whose images are shown are stored by address and account, listed, and can be removed', async (t) => {
  const { daemon, message_id } = await daemonWithHtml(t, '<p>Sale</p>', { accounts: [ada, bob] });
  const allowed = async () => (await daemon.ask('messages.body', { message_id })).body.images_allowed;
  assert.equal(await allowed(), false);
  const { allowances } = await daemon.ask('images.allow', { message_id });
  const { account_id = '' } = allowances[0] ?? {};
  assert.deepEqual(allowances, [
    { account_id, sender: 'shop@example.org', allowed_at: daemon.clock.now().toISOString() },
  ]);
  assert.equal(await allowed(), true);
  assert.deepEqual(
    (await daemon.ask('images.allow', { account_id, sender: 'SHOP@example.org' })).allowances,
    allowances,
  );
  assert.deepEqual((await daemon.ask('images.allowances')).allowances, allowances);
  assert.deepEqual((await daemon.ask('images.forget', { account_id, sender: 'Shop@example.org' })).allowances, []);
  assert.equal(await allowed(), false);
  await assert.rejects(daemon.ask('images.forget', { account_id, sender: 'shop@example.org' }), { code: 'not_found' });
  const strange = '00000000-0000-4000-8000-000000000000';
  await assert.rejects(daemon.ask('images.allow', { message_id: strange }), { code: 'not_found' });
  await assert.rejects(daemon.ask('images.allow', { account_id: strange, sender: 'a@b.c' }), { code: 'not_found' });
  for (const input of [{}, { account_id }, { message_id, account_id, sender: 'a@b.c' }]) {
    await assert.rejects(daemon.ask('images.allow', input), { code: 'invalid_input' });
  }
});

test('an agent or a tool never has an image fetched from the internet, and allows no sender to have it shown', async (t) => {
  const { base, fetched, fetch } = await imageServer(t);
  const profiles = ['agent', 'mcp'].map(
    (name) =>
      `[agents.profiles.${name}]\nsafety_policy = "full"\nallowed_accounts = ["ada"]\nallow_destructive = true\n`,
  );
  const settings = { config: profiles.join('\n'), options: { fetch } };
  const { daemon, message_id } = await daemonWithHtml(
    t,
    `<img src="${base}/coat.png"><img src="cid:logo@x">`,
    settings,
  );
  for (const origin of ['agent', 'mcp'] as const) {
    const caller = { origin };
    const { assets } = await daemon.ask('images.list', { message_id }, caller);
    assert.deepEqual(statusByUrl(assets, base), { '/coat.png': 'blocked', 'cid:logo@x': 'ready' });
    const refused = { kind: 'refused', code: 'agents_refused' };
    await assert.rejects(daemon.ask('images.list', { message_id, allow_remote: true }, caller), refused);
    await assert.rejects(daemon.ask('images.list', { message_id, allow_remote: 'true' }, caller), refused);
    await assert.rejects(daemon.ask('images.allow', { message_id }, caller), refused);
    const change = { key: 'render.html_remote_content', value: true };
    await assert.rejects(daemon.ask('settings.change', change, caller), { code: 'people_only' });
  }
  assert.deepEqual(fetched(), []);
  const { account_id } = (await daemon.ask('accounts.list')).accounts[0]!;
  await daemon.ask('images.allow', { message_id });
  // To be asked again is what no sender notices.
  await daemon.ask('images.forget', { account_id, sender: 'shop@example.org' }, { origin: 'agent' });
  assert.deepEqual((await daemon.ask('images.allowances')).allowances, []);
});

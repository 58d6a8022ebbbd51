import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { makeHome, startDaemon, type DaemonProcess, type Home } from '../daemon-process.ts';
import { dovecotMissing, startDovecot, type Dovecot } from '../../testing/servers/dovecot.ts';
import { startProxy, type Proxy } from '../../testing/servers/proxy.ts';
import { dovecotAccount, untilSynced } from './support/dovecot-account.ts';
import { messageWithAttachment } from './support/large-attachment.ts';

const attachmentBytes = randomBytes(30_000_000);

const missing = dovecotMissing();
if (missing) test('a large attachment as a missing range', { skip: missing });
else describe('a large attachment as a missing range', suite);

function suite(): void {
  let dovecot: Dovecot;
  let proxy: Proxy;
  let home: Home;
  let daemon: DaemonProcess;
  let wanted: { message_id: string; attachment_id: string };
  const message = messageWithAttachment(attachmentBytes);

  before(async () => {
    dovecot = await startDovecot();
    const [user] = dovecot.users;
    assert.ok(user);
    dovecot.seed(user.user, 'INBOX', [{ bytes: message }]);
    proxy = await startProxy(dovecot.imapPort);
    home = makeHome([dovecotAccount({ ...dovecot, imapPort: proxy.port }, user)]);
    const since = new Date();
    daemon = await startDaemon(home, dovecot);
    await untilSynced(daemon, since);
  });
  after(async () => {
    await daemon?.kill();
    await proxy?.stop();
    await dovecot?.stop();
    home?.remove();
  });

  async function attachment() {
    const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages', lens_kind: 'inbox' });
    const { body } = await daemon.ask('messages.body', { message_id: mailbox.groups[0]?.rows[0]?.id ?? '' });
    const [found] = body.attachments;
    assert.ok(found);
    return found;
  }

  const download = (headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${daemon.port}/api/v1/mail/attachments/download`, {
      method: 'POST',
      headers: { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(wanted),
    });

  test('its message arrives without it', async () => {
    const { id, message_id, on_server, size_bytes } = await attachment();
    wanted = { message_id, attachment_id: id };
    assert.ok(on_server && Math.abs(size_bytes - attachmentBytes.length) < 4, `${size_bytes} bytes are stated`);
    assert.ok(proxy.received < 1_000_000);
  });

  test('it is downloaded byte for byte, although the connection is cut in the middle, and no part of it is fetched twice', async () => {
    const before = proxy.received;
    proxy.breakAfterReceived(message.length / 2);
    const answer = await download();
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-length'), String(attachmentBytes.length));
    assert.match(answer.headers.get('content-disposition') ?? '', /filename\*=UTF-8''M%C3%A4rchen\.mp4/);
    assert.equal(hashOf(Buffer.from(await answer.arrayBuffer())), hashOf(attachmentBytes));
    const received = proxy.received - before;
    assert.ok(received < 1.1 * message.length, `${received} bytes came for ${message.length}`);
  });

  test('from then on it is stored, whole and in ranges', async () => {
    const before = proxy.received;
    const { on_server, size_bytes } = await attachment();
    assert.deepEqual([on_server, size_bytes], [false, attachmentBytes.length]);
    const part = await download({ range: 'bytes=29999990-' });
    assert.equal(part.status, 206);
    assert.equal(part.headers.get('content-range'), 'bytes 29999990-29999999/30000000');
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), attachmentBytes.subarray(-10));
    const beyond = await download({ range: 'bytes=30000000-' });
    assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, 'bytes */30000000']);
    assert.ok(proxy.received - before < 100_000);
  });
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

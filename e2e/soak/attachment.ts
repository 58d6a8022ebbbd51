/**
 * `npm run soak -- attachment [MEGABYTES]`: a large attachment on a real Dovecot is fetched and sent twice. Prints the
 * daemon's memory; fails if it grew with the attachment. Needs Linux, which reports it.
 */
import { createHash, randomFillSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dovecotAccount, untilSynced } from '../peers/support/dovecot-account.ts';
import { messageWithAttachment } from '../peers/support/large-attachment.ts';
import { makeHome, startDaemon, type DaemonProcess } from '../daemon-process.ts';
import { startDovecot } from '../../testing/servers/dovecot.ts';

/** Bytes that sending an attachment may add to the daemon's peak memory. */
const maxExtraBytes = 200_000_000;

const [megabytes = 1000] = process.argv.slice(2).map(Number);
const attachmentBytes = randomFillSync(Buffer.alloc(megabytes * 1_000_000));
const dovecot = await startDovecot();
const [user] = dovecot.users;
if (!user) throw new Error('Dovecot has no users.');
dovecot.seed(user.user, 'INBOX', [{ bytes: messageWithAttachment(attachmentBytes) }]);
const home = makeHome([dovecotAccount(dovecot, user)]);
try {
  const since = new Date();
  const daemon = await startDaemon(home, dovecot);
  try {
    await untilSynced(daemon, since);
    process.exitCode = await measure(daemon);
  } finally {
    await daemon.kill();
  }
} finally {
  await dovecot.stop();
  home.remove();
}

async function measure(daemon: DaemonProcess): Promise<number> {
  const wanted = await findAttachment(daemon);
  const expected = createHash('sha256').update(attachmentBytes).digest('hex');
  const before = peakOf(daemon);
  let faults = 0;
  for (const what of ['fetched and sent', 'sent again']) {
    const began = performance.now();
    const isRight = (await hashOfDownload(daemon, wanted)) === expected;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const more = peakOf(daemon) - before;
    console.log(`${what}: ${megabytes} MB in ${seconds} s, ${Math.round(more / 1e6)} MB more memory at the most`);
    if (!isRight) console.log('FAULT what came is not what was sent');
    if (!isRight || more > maxExtraBytes) faults++;
  }
  console.log(faults === 0 ? 'byte for byte, memory flat' : `${faults} faults`);
  return faults === 0 ? 0 : 1;
}

async function findAttachment({ ask }: DaemonProcess): Promise<{ message_id: string; attachment_id: string }> {
  const { mailbox } = await ask('mailbox.list', { view: 'messages', lens_kind: 'inbox' });
  const { body } = await ask('messages.body', { message_id: mailbox.groups[0]?.rows[0]?.id ?? '' });
  const [found] = body.attachments;
  if (!found?.on_server) throw new Error('The film is not left on the server.');
  return { message_id: found.message_id, attachment_id: found.id };
}

async function hashOfDownload({ port, token }: DaemonProcess, wanted: object): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/mail/attachments/download`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
  });
  const hash = createHash('sha256');
  if (answer.body) for await (const piece of answer.body) hash.update(piece);
  return hash.digest('hex');
}

/** The peak memory of a process so far, in bytes. */
function peakOf({ pid }: DaemonProcess): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

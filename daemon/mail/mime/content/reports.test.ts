import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentFlags } from '../../messages/content-flags.ts';
import { parseMessage } from '../parse.ts';

const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n'));

function report(type: string, fields: string[], ...rest: string[]): Buffer {
  return mail(
    'Content-Type: multipart/report; boundary=r', '', '--r', '', 'For people.',
    '--r', `Content-Type: ${type}`, '', ...fields, ...rest, '--r--',
  ); // prettier-ignore
}

const returned = [
  '--r', 'Content-Type: message/rfc822', '',
  'Message-ID: <sent@here.test>', 'To: Bob <bob@there.test>', 'Subject: Sent', '', 'words',
]; // prettier-ignore

test('a bounce names each recipient, its outcome and the reported message (RFC 3464)', () => {
  const fields = [
    'Reporting-MTA: dns; there.test', '',
    'Original-Recipient: rfc822;bob@there.test', 'Final-Recipient: rfc822; robert@inside.test',
    'Action: Failed', 'Status: 5.1.1 (unknown)', 'Diagnostic-Code: smtp; 550 no', '  such user', '',
    'Final-Recipient: rfc822; <eve@there.test>', 'Action: delayed', 'Status: 4.4.7', '',
  ]; // prettier-ignore
  const {
    report: found,
    contentFlags: bits,
    text,
  } = parseMessage(report('message/delivery-status', fields, ...returned));
  assert.deepEqual(found, {
    kind: 'delivery',
    about: 'sent@here.test',
    recipients: [
      { email: 'bob@there.test', outcome: 'failed', status: '5.1.1', diagnostic: '550 no such user' },
      { email: 'eve@there.test', outcome: 'delayed', status: '4.4.7', diagnostic: null },
    ],
  });
  assert.equal(bits & contentFlags.ATTACHMENT, 0);
  assert.equal(text, 'For people.\n\nSent\nwords');
});

test('a bounce with headers only, in base64, is read the same', () => {
  const fields = ['Final-Recipient: rfc822; bob@there.test', 'Action: failed', 'Status: 5.0.0', ''];
  const headers = Buffer.from('Message-ID: <sent@here.test>\r\nSubject: Sent\r\n').toString('base64');
  const part = ['--r', 'Content-Type: text/rfc822-headers', 'Content-Transfer-Encoding: base64', '', headers];
  const { report: found } = parseMessage(report('message/delivery-status', fields, ...part));
  assert.deepEqual(found?.about, 'sent@here.test');
  assert.deepEqual(
    found?.recipients.map(({ outcome }) => outcome),
    ['failed'],
  );
});

test('a complaint has its type and the complaining recipient (RFC 5965)', () => {
  const fields = ['Feedback-Type: abuse', 'Version: 1', 'Original-Rcpt-To: <bob@there.test>', ''];
  assert.deepEqual(parseMessage(report('message/feedback-report', fields, ...returned)).report, {
    kind: 'feedback',
    about: 'sent@here.test',
    recipients: [{ email: 'bob@there.test', outcome: 'abuse', status: null, diagnostic: null }],
  });
  const unnamed = parseMessage(report('message/feedback-report', ['Feedback-Type: fraud', ''], ...returned)).report;
  assert.deepEqual(
    unnamed?.recipients.map(({ email, outcome }) => [email, outcome]),
    [['bob@there.test', 'fraud']],
  );
});

test('a read receipt names the message and the disposition (RFC 8098)', () => {
  const fields = [
    'Final-Recipient: rfc822; bob@there.test', 'Original-Message-ID: <sent@here.test>',
    'Disposition: manual-action/MDN-sent-manually; displayed/error', '',
  ]; // prettier-ignore
  assert.deepEqual(parseMessage(report('message/disposition-notification', fields)).report, {
    kind: 'disposition',
    about: 'sent@here.test',
    recipients: [{ email: 'bob@there.test', outcome: 'displayed', status: null, diagnostic: null }],
  });
});

test('a forwarded bounce is not a bounce', () => {
  const bounce = report('message/delivery-status', ['Final-Recipient: rfc822; bob@there.test', 'Action: failed', '']);
  assert.equal(parseMessage(Buffer.concat([mail('Content-Type: message/rfc822', '', ''), bounce])).report, null);
});

test('the number of recipients is bounded', () => {
  const blocks = 'Final-Recipient: rfc822; a@b.test\r\nAction: failed\r\n\r\n'.repeat(20_000);
  assert.equal(parseMessage(report('message/delivery-status', [blocks])).report?.recipients.length, 1_000);
});

import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';
import { before, describe, test } from 'node:test';
import { movableClock } from '../base/clock.ts';
import { Failure } from '../base/failure.ts';
import { demoAccounts } from './accounts.ts';
import { searchableText } from '../providers/fake/part.ts';
import { createFakeProvider } from '../providers/fake/provider.ts';
import { header, readAllMail } from '../providers/fake/test-read-mail.ts';
import type { MailRecord } from '../providers/fake/test-read-mail.ts';

const anchor = new Date('2026-04-14T10:00:00Z');
const clock = movableClock(anchor);

test('the demo has two accounts, and their counts add up', () => {
  for (const count of [500, 5000, 5001, 200_000]) {
    const accounts = demoAccounts(count);
    assert.deepEqual(
      accounts.map(({ name }) => name),
      ['Demo Personal', 'Demo Work'],
    );
    assert.equal(
      accounts.reduce((sum, account) => sum + account.count, 0),
      count,
    );
    for (const { email } of accounts) assert.match(email, /\.example$/);
  }
});

test('the demo refuses a count outside its limits', () => {
  for (const count of [0, 499, 200_001, 1000.5, Number.NaN])
    assert.throws(
      () => demoAccounts(count),
      (error) => error instanceof Failure && error.kind === 'invalid',
    );
});

describe('the mail of the demo', () => {
  const [personal, work]: [MailRecord[], MailRecord[]] = [[], []];
  let all: MailRecord[];

  before(async () => {
    const [first, second] = demoAccounts(3000);
    personal.push(...(await readAllMail(createFakeProvider({ ...first, clock, anchor }))));
    work.push(...(await readAllMail(createFakeProvider({ ...second, clock, anchor }))));
    all = [...personal, ...work];
  });

  test('there are as many messages as requested, each of the reported size', () => {
    assert.equal(all.length, 3000);
    for (const mail of all) assert.equal(mail.raw.length, mail.size);
  });

  test('every line ends with CRLF and none is too long for SMTP', () => {
    for (const { raw, folder, uid } of all) {
      assert.doesNotMatch(raw, /[^\r]\n|\r[^\n]/, `${folder} ${uid}`);
      for (const line of raw.split('\r\n')) assert.ok(line.length <= 998, `${folder} ${uid}`);
    }
  });

  test('no placeholder in a sentence is left unfilled', () => {
    for (const { raw, folder, uid } of all) {
      assert.doesNotMatch(raw, /\{[a-z]+\}|\bundefined\b|@month/, `${folder} ${uid}`);
    }
  });

  test('every host is an invented one', () => {
    for (const { raw } of all)
      for (const [, host] of raw.matchAll(/(?:https?:\/\/|@)([a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi))
        assert.match(host ?? '', /\.example$/);
  });

  test('every Message-ID is used once, and replies refer to existing messages', () => {
    const ids = all.map((mail) => header(mail, 'Message-ID'));
    assert.equal(new Set(ids).size, all.length);
    const replies = all.filter((mail) => header(mail, 'In-Reply-To'));
    assert.ok(replies.length > 600);
    for (const reply of replies) {
      const references = header(reply, 'References')?.split(' ') ?? [];
      assert.equal(references.at(-1), header(reply, 'In-Reply-To'));
      for (const reference of references) assert.ok(ids.includes(reference));
    }
  });

  test('the owner replies, and the replies are in Sent', () => {
    for (const mail of all) {
      const isMine = /robin\.vale@/.test(header(mail, 'From') ?? '');
      assert.equal(isMine, mail.folder === 'Sent' || mail.folder === 'Drafts');
    }
    const answers = all.filter((mail) => mail.folder === 'Sent' && header(mail, 'In-Reply-To'));
    assert.ok(answers.length > 200);
    for (const { raw } of answers) assert.match(searchableText(Buffer.from(raw, 'latin1')), /wrote:/);
  });

  test('the content of each folder matches its name', () => {
    const count = (list: MailRecord[], folder: string) => list.filter((mail) => mail.folder === folder).length;
    for (const folder of ['INBOX', 'Sent', 'Drafts', 'Archive', 'Trash', 'Junk', 'Garden club', 'House', 'Taxes 2026'])
      assert.ok(count(personal, folder) > 0, folder);
    for (const folder of ['INBOX', 'Sent', 'Drafts', 'Archive', 'Trash', 'Junk', 'Clients', 'Invoices'])
      assert.ok(count(work, folder) > 0, folder);
    for (const mail of all.filter(({ folder }) => folder === 'Drafts')) assert.ok(mail.flags.includes('\\Draft'));
    for (const mail of all.filter(({ folder }) => folder === 'Junk')) assert.equal(header(mail, 'X-Spam-Flag'), 'YES');
  });

  test('about an eighth is unread, with more unread among new messages than among old ones', () => {
    const unreadShare = (list: MailRecord[]) =>
      list.filter(({ flags }) => !flags.includes('\\Seen')).length / list.length;
    assert.ok(Math.abs(unreadShare(all) - 0.12) < 0.03, String(unreadShare(all)));
    const isNew = ({ received }: MailRecord) => anchor.getTime() - received.getTime() < 42 * 86_400_000;
    assert.ok(unreadShare(all.filter(isNew)) > 3 * unreadShare(all.filter((mail) => !isNew(mail))));
    assert.ok(
      all.some(({ flags }) => flags.includes('\\Flagged')) && all.some(({ flags }) => flags.includes('\\Answered')),
    );
  });

  test('recent mail is dense, and dates reach back years and never into the future', () => {
    const days = all.map(({ received }) => (anchor.getTime() - received.getTime()) / 86_400_000);
    assert.ok(days.every((age) => age > 0 && age < 6.2 * 365));
    assert.ok(days.filter((age) => age < 30).length > all.length / 8);
    assert.ok(days.some((age) => age > 4 * 365));
  });

  test('every kind of mail that a mail program must handle is present', () => {
    const signs: Record<string, RegExp> = {
      'a flowed text': /format=flowed/,
      'a Latin-1 text, quoted-printable': /charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable/,
      'a UTF-8 text, base64': /charset=utf-8\r\nContent-Transfer-Encoding: base64/,
      'a UTF-8 text, 8bit': /charset=utf-8\r\nContent-Transfer-Encoding: 8bit/,
      'an invitation with its time zone':
        /method=REQUEST[\s\S]*BEGIN:VTIMEZONE[\s\S]*METHOD:REQUEST|METHOD:REQUEST[\s\S]*BEGIN:VTIMEZONE/,
      'one-click unsubscribing': /List-Unsubscribe-Post: List-Unsubscribe=One-Click/,
      'a tracking pixel': /width="1" height="1"/,
      'a cited picture': /src="cid:[\s\S]*Content-ID: </,
      'a list': /List-Id: Garden club/,
      'a table': /text\/csv/,
      'a tracking number': /Tracking number: (JD0|1Z|RH)/,
    };
    for (const [sign, pattern] of Object.entries(signs))
      assert.ok(
        all.some(({ raw }) => pattern.test(raw)),
        sign,
      );
    assert.ok(all.filter(({ size }) => size > 64 * 1024).length >= 4);
    assert.ok(all.some(({ size }) => size > 500_000));
  });

  test('the pictures and documents are valid files', () => {
    const enclosed = (type: string) =>
      all
        .flatMap(({ raw }) => [
          ...raw.matchAll(new RegExp(`Content-Type: ${type};[^]*?\\r\\n\\r\\n([A-Za-z0-9+/=\\r\\n]+)`, 'g')),
        ])
        .map(([, body]) => Buffer.from(body ?? '', 'base64'));
    const pictures = enclosed('image/png');
    assert.ok(pictures.length > 3);
    for (const png of pictures) {
      assert.equal(png.toString('latin1', 1, 4), 'PNG');
      const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
      assert.equal(rows.length, png.readUInt32BE(20) * (1 + 3 * png.readUInt32BE(16)));
    }
    const papers = enclosed('application/pdf');
    assert.ok(papers.length > 3);
    for (const pdf of papers) {
      const text = pdf.toString('latin1');
      assert.match(text, /^%PDF-1\.4[^]*%%EOF\n$/);
      const table = Number(/startxref\n(\d+)/.exec(text)?.[1]);
      assert.equal(text.slice(table, table + 4), 'xref');
    }
  });

  test('the canary thread is from Pager Relay, and its newest message is recent', () => {
    const canary = work.filter((mail) => /^(Re: )?Canary rollout notes$/.test(header(mail, 'Subject') ?? ''));
    assert.ok(canary.length >= 3);
    for (const mail of canary) assert.match(header(mail, 'From') ?? '', /^Pager Relay </);
    const newest = Math.max(...canary.map(({ received }) => received.getTime()));
    assert.ok(anchor.getTime() - newest < 3 * 3_600_000);
    const [first, ...rest] = canary.toSorted((a, b) => a.received.getTime() - b.received.getTime());
    for (const mail of rest)
      assert.ok(first && header(mail, 'References')?.startsWith(header(first, 'Message-ID') ?? 'none'));
  });

  test('the first screen is varied: no two adjacent messages have the same sender or subject', () => {
    const screen = (list: MailRecord[]) =>
      list
        .filter(({ folder }) => folder === 'INBOX')
        .toSorted((a, b) => b.received.getTime() - a.received.getTime())
        .slice(0, 40);
    for (const list of [all, personal]) {
      const newest = screen(list);
      const senders = newest.map((mail) => header(mail, 'From'));
      for (const [at, sender] of senders.entries()) assert.notEqual(sender, senders[at + 1], `place ${at}`);
      assert.ok(new Set(senders).size > 25);
      const oldest = newest.at(-1)?.received.getTime() ?? 0;
      assert.ok(anchor.getTime() - oldest < 48 * 3_600_000, 'all of it from today and yesterday');
    }
  });
});

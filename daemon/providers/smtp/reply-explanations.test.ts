import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseReply } from './reply.ts';
import { messageForReply, explainReply } from './reply-explanations.ts';

const email = 'bob@example.test';

test('a refusal is explained in plain words', () => {
  const cases: [reply: string, words: RegExp][] = [
    ['550 5.1.1 User unknown', /^There is no mailbox bob@example\.test\./],
    ['556 5.1.10 Recipient address has null MX', /^example\.test doesn’t accept mail/],
    ['552 5.2.2 Over quota', /^The mailbox bob@example\.test is full/],
    ['452 4.2.2 Over quota', /^The mailbox bob@example\.test is full/],
    ['552 5.3.4 Message too big', /^The message is larger than the server accepts/],
    ['550 5.7.1 Denied', /rules refused the message/],
    ['450 4.7.1 Greylisted', /asked to try again later/],
    ['550 5.7.26 Unauthenticated', /SPF, DKIM, DMARC/],
    ['550 5.7.30 Basic authentication is not supported for Client Submission.', /sign in with Microsoft/],
    ['550 5.7.999 Something of our own', /rules refused the message/],
    ['550 No such user here', /doesn’t accept mail for bob@example\.test/],
    ['451 Local trouble', /reported an internal error/],
    ['471 whatever', /can’t accept the message right now/],
    ['571 whatever', /^The server refused the message/],
  ];
  for (const [reply, words] of cases) assert.match(explainReply(parseReply(reply), email), words, reply);
});

test("without an address the explanation names none, and the server's text follows it", () => {
  assert.equal(explainReply(parseReply('550 5.1.1 User unknown')), 'The server doesn’t accept one of the addresses.');
  assert.equal(explainReply(parseReply('550 No')), 'The server refused the message.');
  assert.equal(
    messageForReply(parseReply('550-5.7.1 Not\r\n550 5.7.1  today'), email),
    'The server’s rules refused the message. It may consider the message or its sender spam. The server said: 550 5.7.1 Not today',
  );
});

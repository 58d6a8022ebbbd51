import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { MessageSubmission, Sender, SendOutcome } from './sender.ts';

/** A sender in front of a server that the test can inspect and disturb. */
type SenderHarness = {
  sender: Sender;
  /** The messages that the server has accepted, in order. */
  accepted(): { from: string; to: readonly string[]; bytes: Uint8Array }[];
  /**
   * The fault for the next message: the connection breaks before its last bytes are released, or after that, when the server
   * has or has not accepted it.
   */
  injectFault(how: 'lost-before-last' | 'lost-taken' | 'lost-untaken'): void;
};

/** Registers the tests that every sender must pass. `open` creates an unused server for each test. */
export function senderConformance(name: string, open: (context: TestContext) => Promise<SenderHarness>): void {
  const check = (claim: string, body: (harness: SenderHarness) => Promise<void>): void =>
    void test(`${name}: ${claim}`, async (context) => {
      const harness = await open(context);
      await body(harness);
      await harness.sender.close();
    });

  check('a message is accepted once, unchanged, and only after it was released', async ({ sender, accepted }) => {
    await sender.verify(neverAborted());
    assert.equal(accepted().length, 0);
    let callCount = 0;
    const outcome = await send(sender, {
      beforeFinalBytes: () => assert.deepEqual([++callCount, accepted().length], [1, 0]),
    });
    assert.ok(outcome.state === 'accepted');
    const states = outcome.recipients.map(({ email, state }) => `${email} ${state}`);
    assert.deepEqual(states, ['bob@example.test accepted', 'carol@example.test accepted']);
    const [only, ...others] = accepted();
    assert.ok(callCount === 1 && only && others.length === 0);
    assert.deepEqual([only.from, ...only.to], [submission.from, ...submission.to]);
    assert.deepEqual(Buffer.from(only.bytes), Buffer.concat(pieces));
  });

  check('a message that may not be released is not sent, with the reason', async ({ sender, accepted }) => {
    const beforeFinalBytes = () => Promise.reject(new Error('Not today.'));
    assert.deepEqual(summaryOf(await send(sender, { beforeFinalBytes })), ['refused', 'stopped', true, 'Not today.']);
    const [state, reason, isTemporary] = summaryOf(await send(sender, { signal: AbortSignal.abort() }));
    assert.deepEqual([state, reason, isTemporary, accepted().length], ['refused', 'stopped', true, 0]);
    assert.equal((await send(sender)).state, 'accepted');
  });

  check(
    'a message whose content fails is not sent, and the error is the original one',
    async ({ sender, accepted }) => {
      const lost = Object.assign(new Error('The file is gone.'), { code: 'file_missing' });
      async function* content() {
        yield* pieces;
        throw lost;
      }
      const options = { signal: neverAborted(), beforeFinalBytes: failIfCommitted };
      await assert.rejects(
        sender.send({ ...submission, content }, options),
        (error) => error === lost && lost.code === 'file_missing',
      );
      assert.equal(accepted().length, 0);
    },
  );

  check('a lost connection is a refusal before the message was released, and unknown after', async (harness) => {
    const { sender, accepted, injectFault } = harness;
    injectFault('lost-before-last');
    assert.deepEqual(summaryOf(await send(sender, { beforeFinalBytes: failIfCommitted })).slice(0, 3), [
      'refused',
      'offline',
      true,
    ]);
    injectFault('lost-untaken');
    assert.equal((await send(sender)).state, 'unknown');
    assert.equal(accepted().length, 0);
    injectFault('lost-taken');
    assert.equal((await send(sender)).state, 'unknown');
    assert.equal(accepted().length, 1);
    assert.equal((await send(sender)).state, 'accepted');
    assert.equal(accepted().length, 2);
  });
}

const pieces = ['Subject: Dinner\r\n\r\n', '.Shall we\r\n', 'say seven?\r\n'].map((text) => Buffer.from(text));

const submission: MessageSubmission = {
  from: 'ada@example.test',
  to: ['bob@example.test', 'carol@example.test'],
  size: Buffer.concat(pieces).length,
  async *content() {
    yield* pieces;
  },
  envelopeId: 'message-3',
};

function send(sender: Sender, options: Partial<Parameters<Sender['send']>[1]> = {}): Promise<SendOutcome> {
  return sender.send(submission, { signal: neverAborted(), beforeFinalBytes: () => {}, ...options });
}

function summaryOf(outcome: SendOutcome): unknown[] {
  const { state, message } = { message: '', ...outcome };
  return outcome.state === 'refused' ? [state, outcome.reason, outcome.isTemporary, message] : [state];
}

function failIfCommitted(): never {
  throw new Error('A message was released although its connection is lost.');
}

function neverAborted(): AbortSignal {
  return new AbortController().signal;
}

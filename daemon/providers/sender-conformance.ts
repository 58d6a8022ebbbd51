import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { MessageSubmission, Sender, SendOutcome } from './sender.ts';

/** A sender in front of a server that the test can look into and disturb. */
export type SenderHarness = {
  sender: Sender;
  /** What the server has taken, in order. */
  accepted(): { from: string; to: readonly string[]; bytes: Uint8Array }[];
  /**
   * The next message meets this: the line breaks before its last bytes are let go, or after, when the server has taken
   * it, or has not.
   */
  injectFault(how: 'lost-before-last' | 'lost-taken' | 'lost-untaken'): void;
};

/** Registers the tests every sender must pass. `open` gives a server that nobody has sent to for each. */
export function senderConformance(name: string, open: (context: TestContext) => Promise<SenderHarness>): void {
  const check = (claim: string, body: (harness: SenderHarness) => Promise<void>): void =>
    void test(`${name}: ${claim}`, async (context) => {
      const harness = await open(context);
      await body(harness);
      await harness.sender.close();
    });

  check('a message is taken once, as it was, and only after it was let go', async ({ sender, accepted }) => {
    await sender.verify(neverAborted());
    assert.equal(accepted().length, 0);
    let asked = 0;
    const outcome = await send(sender, {
      beforeFinalBytes: () => assert.deepEqual([++asked, accepted().length], [1, 0]),
    });
    assert.ok(outcome.state === 'accepted');
    const states = outcome.recipients.map(({ email, state }) => `${email} ${state}`);
    assert.deepEqual(states, ['bob@example.test accepted', 'carol@example.test accepted']);
    const [only, ...others] = accepted();
    assert.ok(asked === 1 && only && others.length === 0);
    assert.deepEqual([only.from, ...only.to], [submission.from, ...submission.to]);
    assert.deepEqual(Buffer.from(only.bytes), Buffer.concat(pieces));
  });

  check('what may not be let go is not, and why is said', async ({ sender, accepted }) => {
    const beforeFinalBytes = () => Promise.reject(new Error('Not today.'));
    assert.deepEqual(summaryOf(await send(sender, { beforeFinalBytes })), ['refused', 'stopped', true, 'Not today.']);
    const [state, reason, isTemporary] = summaryOf(await send(sender, { signal: AbortSignal.abort() }));
    assert.deepEqual([state, reason, isTemporary, accepted().length], ['refused', 'stopped', true, 0]);
    assert.equal((await send(sender)).state, 'accepted');
  });

  check(
    'a message that cannot be read on is not handed over, and the error is the one it had',
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

  check('a broken line is a refusal before the message was let go, and a doubt after', async (harness) => {
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
  envelopeId: 'letter-3',
};

function send(sender: Sender, options: Partial<Parameters<Sender['send']>[1]> = {}): Promise<SendOutcome> {
  return sender.send(submission, { signal: neverAborted(), beforeFinalBytes: () => {}, ...options });
}

function summaryOf(outcome: SendOutcome): unknown[] {
  const { state, message } = { message: '', ...outcome };
  return outcome.state === 'refused' ? [state, outcome.reason, outcome.isTemporary, message] : [state];
}

function failIfCommitted(): never {
  throw new Error('It was asked to let go of a message whose line is broken.');
}

function neverAborted(): AbortSignal {
  return new AbortController().signal;
}

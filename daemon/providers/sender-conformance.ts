import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { OutgoingMessage, Sender, SendOutcome } from './sender.ts';

/** A sender in front of a server that the test can look into and disturb. */
export type SenderHarness = {
  sender: Sender;
  /** What the server has taken, in order. */
  taken(): { from: string; to: readonly string[]; bytes: Uint8Array }[];
  /**
   * The next message meets this: the line breaks before its last bytes are let go, or after, when the server has taken
   * it, or has not.
   */
  disturb(how: 'lost-before-last' | 'lost-taken' | 'lost-untaken'): void;
};

/** Registers the tests every sender must pass. `open` gives a server that nobody has sent to for each. */
export function senderConformance(name: string, open: (context: TestContext) => Promise<SenderHarness>): void {
  const check = (claim: string, body: (harness: SenderHarness) => Promise<void>): void =>
    void test(`${name}: ${claim}`, async (context) => {
      const harness = await open(context);
      await body(harness);
      await harness.sender.close();
    });

  check('a message is taken once, as it was, and only after it was let go', async ({ sender, taken }) => {
    await sender.verify(never());
    assert.equal(taken().length, 0);
    let asked = 0;
    const outcome = await send(sender, { beforeLast: () => assert.deepEqual([++asked, taken().length], [1, 0]) });
    assert.ok(outcome.state === 'accepted');
    const states = outcome.recipients.map(({ email, state }) => `${email} ${state}`);
    assert.deepEqual(states, ['bob@example.test accepted', 'carol@example.test accepted']);
    const [only, ...others] = taken();
    assert.ok(asked === 1 && only && others.length === 0);
    assert.deepEqual([only.from, ...only.to], [letter.from, ...letter.to]);
    assert.deepEqual(Buffer.from(only.bytes), Buffer.concat(pieces));
  });

  check('what may not be let go is not, and why is said', async ({ sender, taken }) => {
    const beforeLast = () => Promise.reject(new Error('Not today.'));
    assert.deepEqual(told(await send(sender, { beforeLast })), ['refused', 'stopped', true, 'Not today.']);
    const [state, reason, isTemporary] = told(await send(sender, { signal: AbortSignal.abort() }));
    assert.deepEqual([state, reason, isTemporary, taken().length], ['refused', 'stopped', true, 0]);
    assert.equal((await send(sender)).state, 'accepted');
  });

  check(
    'a message that cannot be read on is not handed over, and the error is the one it had',
    async ({ sender, taken }) => {
      const lost = Object.assign(new Error('The file is gone.'), { code: 'file_missing' });
      async function* content() {
        yield* pieces;
        throw lost;
      }
      const options = { signal: never(), beforeLast: neverAsked };
      await assert.rejects(
        sender.send({ ...letter, content }, options),
        (error) => error === lost && lost.code === 'file_missing',
      );
      assert.equal(taken().length, 0);
    },
  );

  check('a broken line is a refusal before the message was let go, and a doubt after', async (harness) => {
    const { sender, taken, disturb } = harness;
    disturb('lost-before-last');
    assert.deepEqual(told(await send(sender, { beforeLast: neverAsked })).slice(0, 3), ['refused', 'offline', true]);
    disturb('lost-untaken');
    assert.equal((await send(sender)).state, 'unknown');
    assert.equal(taken().length, 0);
    disturb('lost-taken');
    assert.equal((await send(sender)).state, 'unknown');
    assert.equal(taken().length, 1);
    assert.equal((await send(sender)).state, 'accepted');
    assert.equal(taken().length, 2);
  });
}

const pieces = ['Subject: Dinner\r\n\r\n', '.Shall we\r\n', 'say seven?\r\n'].map((text) => Buffer.from(text));

const letter: OutgoingMessage = {
  from: 'ada@example.test',
  to: ['bob@example.test', 'carol@example.test'],
  size: Buffer.concat(pieces).length,
  async *content() {
    yield* pieces;
  },
  envelopeId: 'letter-3',
};

function send(sender: Sender, options: Partial<Parameters<Sender['send']>[1]> = {}): Promise<SendOutcome> {
  return sender.send(letter, { signal: never(), beforeLast: () => {}, ...options });
}

function told(outcome: SendOutcome): unknown[] {
  const { state, message } = { message: '', ...outcome };
  return outcome.state === 'refused' ? [state, outcome.reason, outcome.isTemporary, message] : [state];
}

function neverAsked(): never {
  throw new Error('It was asked to let go of a message whose line is broken.');
}

function never(): AbortSignal {
  return new AbortController().signal;
}

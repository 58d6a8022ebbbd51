import type { MessageSubmission, Sender, SendOptions, SendOutcome } from '../sender.ts';

/** A message that the fake server accepted, unchanged. */
export type FakeDelivery = { from: string; to: string[]; bytes: Buffer };

type FakeRefusal = Extract<SendOutcome, { state: 'refused' }>;

/**
 * The fault for the next message: it is refused, as the outcome states; or the connection breaks before or after it was
 * accepted.
 */
export type FakeSendFault = FakeRefusal | 'lost-before-last' | 'lost-taken' | 'lost-untaken';

type FakeSender = Sender & {
  readonly deliveries: FakeDelivery[];
  /** One fault for each of the next messages, in order. */
  readonly faults: FakeSendFault[];
  /** Called with each accepted message. */
  onDelivery?: (delivery: FakeDelivery) => void | Promise<void>;
};

/** A server that accepts and records all messages. */
export function createFakeSender({ savesSentCopy = false }: { savesSentCopy?: boolean } = {}): FakeSender {
  const sender: FakeSender = {
    savesSentCopy,
    deliveries: [],
    faults: [],
    async send(message: MessageSubmission, { signal, beforeFinalBytes }: SendOptions): Promise<SendOutcome> {
      const fault = sender.faults.shift();
      if (typeof fault === 'object') return fault;
      const pieces: Uint8Array[] = [];
      for await (const piece of message.content()) pieces.push(piece);
      if (fault === 'lost-before-last') return connectionLostOutcome;
      const refusal = signal.aborted ? stoppedOutcome : await commitOrRefuse(beforeFinalBytes);
      if (refusal) return refusal;
      const delivery = { from: message.from, to: [...message.to], bytes: Buffer.concat(pieces) };
      if (fault !== 'lost-untaken') {
        sender.deliveries.push(delivery);
        await sender.onDelivery?.(delivery);
      }
      if (fault) return { state: 'unknown', message: 'The line broke before the server had answered.' };
      return {
        state: 'accepted',
        recipients: message.to.map((email) => ({ email, state: 'accepted' })),
        reply: { code: 250, status: '2.0.0', text: 'taken' },
      };
    },
    verify: async () => undefined,
    close: async () => undefined,
  };
  return sender;
}

async function commitOrRefuse(beforeFinalBytes: SendOptions['beforeFinalBytes']): Promise<FakeRefusal | undefined> {
  try {
    await beforeFinalBytes();
    return undefined;
  } catch (error) {
    return { ...stoppedOutcome, message: error instanceof Error ? error.message : String(error) };
  }
}

const stoppedOutcome: FakeRefusal = {
  state: 'refused',
  reason: 'stopped',
  isTemporary: true,
  recipients: [],
  reply: null,
  message: 'Sending was stopped before the server had the message.',
};

const connectionLostOutcome: FakeRefusal = {
  ...stoppedOutcome,
  reason: 'offline',
  message: 'The line broke while the message was handed over.',
};

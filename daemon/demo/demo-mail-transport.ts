import { demoAccounts } from './accounts.ts';
import type { FakeProvider } from '../providers/fake/provider.ts';
import { createFakeSender } from '../providers/fake/sender.ts';
import type { OpenSender } from '../providers/open-sender.ts';

type DemoMailTransport = {
  /** Registers a mailbox when it is opened. */
  addMailbox(key: string, mailbox: FakeProvider): void;
  openSender: OpenSender;
};

/** Delivers mail between the accounts of a demo. Mail to invented recipients is accepted and discarded. */
export function createDemoMailTransport(count: number): DemoMailTransport {
  const keyOf = new Map(demoAccounts(count).map(({ key, email }) => [email, key]));
  const mailboxes = new Map<string, FakeProvider>();
  return {
    addMailbox: (key, mailbox) => void mailboxes.set(key, mailbox),
    async openSender() {
      const sender = createFakeSender();
      sender.onDelivery = ({ to, bytes }) => {
        for (const email of to) mailboxes.get(keyOf.get(email.toLowerCase()) ?? '')?.control.deliver(bytes);
        // The received copy is not used.
        sender.deliveries.length = 0;
      };
      return sender;
    },
  };
}

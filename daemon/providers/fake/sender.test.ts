import { senderConformance } from '../sender-conformance.ts';
import { createFakeSender } from './sender.ts';

senderConformance('fake', async () => {
  const sender = createFakeSender();
  return { sender, accepted: () => sender.deliveries, injectFault: (how) => void sender.faults.push(how) };
});

import { senderConformance } from '../sender-conformance.ts';
import { createFakeSender } from './sender.ts';

senderConformance('fake', async () => {
  const sender = createFakeSender();
  return { sender, taken: () => sender.deliveries, disturb: (how) => void sender.faults.push(how) };
});

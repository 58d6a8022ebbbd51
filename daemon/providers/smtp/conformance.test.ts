import { senderConformance } from '../sender-conformance.ts';
import { senderFor, settingsFor, sinkFor } from './test-sending.ts';

senderConformance('smtp', async (context) => {
  const sink = await sinkFor(context);
  return {
    sender: senderFor(context, settingsFor(sink)),
    accepted: () => sink.messages,
    injectFault(how) {
      if (how === 'lost-before-last') sink.faults.push({ at: 'recipient', do: 'drop' });
      else sink.faults.push({ at: how === 'lost-taken' ? 'taken' : 'untaken', do: 'drop' });
    },
  };
});

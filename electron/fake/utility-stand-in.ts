import type { UtilityNews, UtilityOrder } from '../host-calls.ts';

/** What a test has it say later. */
export type StandInOrder = UtilityOrder | { kind: 'tell'; news: UtilityNews };

// Speaks the protocol of `utility.ts` without a daemon. The variable chooses how it fares.
const fares = process.env['POSTHORN_STAND_IN'];
const tell = (news: UtilityNews) => process.parentPort.postMessage(news);

process.parentPort.on('message', ({ data }: { data: StandInOrder }) => {
  if (data.kind === 'tell') tell(data.news);
  if (data.kind === 'close' && fares !== 'deaf') process.exit(0);
});

if (fares === 'fails') tell({ kind: 'failed', reason: 'Another Posthorn is already running.' });
else if (fares === 'crashes at start') process.exit(9);
else tell({ kind: 'ready', url: 'http://127.0.0.1:4040/' });

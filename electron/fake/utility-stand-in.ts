import type { UtilityNews, UtilityOrder } from '../host-calls.ts';

/** What a test has it say or do later. */
export type StandInOrder = UtilityOrder | { kind: 'tell'; news: UtilityNews } | { kind: 'is_sending'; is: boolean };

// Speaks the protocol of `utility.ts` without a daemon. The variable chooses how it fares.
const fares = process.env['POSTHORN_STAND_IN'];
const tell = (news: UtilityNews) => process.parentPort.postMessage(news);
const ready: UtilityNews = {
  kind: 'ready',
  url: 'http://127.0.0.1:4040/',
  token: 'a-token-of-the-bridge',
  isDemo: false,
};

let isSending = fares === 'sends';
let isToEnd = false;
const endIfFree = () => isToEnd && !isSending && process.exit(0);

process.parentPort.on('message', ({ data }: { data: StandInOrder }) => {
  switch (data.kind) {
    case 'tell':
      return tell(data.news);
    case 'is_sending':
      isSending = data.is;
      return endIfFree();
    case 'ping':
      return tell({ kind: 'pong' });
    case 'close':
      isToEnd = fares !== 'deaf';
      return endIfFree();
    case 'question': {
      const { id, question } = data;
      if (question.name === 'sending') return tell({ kind: 'answer', id, value: isSending });
      if (question.name === 'pause') return tell({ kind: 'answer', id, value: { paused_until: question.input.until } });
      if (question.name === 'sync')
        return tell({ kind: 'refusal', id, message: 'No account yet.', code: 'no_account' });
      return;
    }
    case 'resume':
      // Said by what the shell hears, so that a test sees that it has arrived.
      return tell({ kind: 'withdraw', ids: ['resumed'] });
    case 'acted':
      return tell({ kind: 'withdraw', ids: [data.notice, data.action] });
  }
});

if (fares === 'fails') tell({ kind: 'failed', reason: 'The database is newer.', code: 'database_newer' });
else if (fares === 'runs elsewhere')
  tell({ kind: 'failed', reason: 'Posthorn is already running.', code: 'already_running' });
else if (fares === 'crashes at start') process.exit(9);
else tell(ready);

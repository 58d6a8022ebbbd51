import type { UtilityMessage, UtilityCommand } from '../daemon-process/utility-protocol.ts';

/** Messages that a test makes it send later. */
export type FakeUtilityCommand =
  UtilityCommand | { kind: 'tell'; message: UtilityMessage } | { kind: 'is_sending'; is: boolean };

// Speaks the protocol of `utility.ts` without a daemon. The variable chooses its behaviour.
const behavior = process.env['POSTHORN_STAND_IN'];
const send = (message: UtilityMessage) => process.parentPort.postMessage(message);
const readyMessage: UtilityMessage = {
  kind: 'ready',
  url: 'http://127.0.0.1:4040/',
  token: 'a-token-of-the-bridge',
  isDemo: false,
};

let isSending = behavior === 'sends';
let isClosing = false;
const exitIfIdle = () => isClosing && !isSending && process.exit(0);

process.parentPort.on('message', ({ data }: { data: FakeUtilityCommand }) => {
  switch (data.kind) {
    case 'tell':
      return send(data.message);
    case 'is_sending':
      isSending = data.is;
      return exitIfIdle();
    case 'ping':
      return send({ kind: 'pong' });
    case 'close':
      isClosing = behavior !== 'deaf';
      return exitIfIdle();
    case 'request': {
      const { id, request } = data;
      if (request.name === 'sending') return send({ kind: 'reply', id, value: isSending });
      if (request.name === 'pause') return send({ kind: 'reply', id, value: { paused_until: request.input.until } });
      if (request.name === 'sync') return send({ kind: 'error', id, message: 'No account yet.', code: 'no_account' });
      return;
    }
    case 'resume':
      // Sent as a message to the shell, so that a test sees that it has arrived.
      return send({ kind: 'withdraw', ids: ['resumed'] });
    case 'notification_reply':
      return send({ kind: 'withdraw', ids: [data.notificationId, data.text] });
    case 'notification_action':
      return send({ kind: 'withdraw', ids: [data.notificationId, data.action] });
  }
});

if (behavior === 'fails') send({ kind: 'failed', reason: 'The database is newer.', code: 'database_newer' });
else if (behavior === 'runs elsewhere')
  send({ kind: 'failed', reason: 'Posthorn is already running.', code: 'already_running' });
else if (behavior === 'crashes at start') process.exit(9);
else send(readyMessage);

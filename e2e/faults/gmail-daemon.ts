/**
 * A process with a daemon whose account uses the Gmail API at an origin: `gmail-daemon.ts ORIGIN DATA_DIR UNITS`. Requests come and are
 * answered over the channel to the parent process.
 */
import { systemClock } from '../../daemon/base/clock.ts';
import type { RequestName } from '../../daemon/contract.ts';
import { gmailAccountConfig, openApiAccount } from '../../daemon/providers/gmail/test-gmail-account.ts';
import { testDaemon } from '../../daemon/test-daemon.ts';

type ChannelRequest = { id: number; name: RequestName; input: object };
/** The answer to a request. */
export type ChannelReply = { id: number } & ({ reply: unknown } | { error: string });

const [origin = '', dataDir = '', units = ''] = process.argv.slice(2);
const tokens = { get: async () => 'token-1', invalidate: () => undefined };
const account = openApiAccount({ origin, tokens, clock: systemClock, unitLimit: Number(units) });
const daemon = await testDaemon(
  { after: () => undefined },
  { accounts: [], config: gmailAccountConfig, dataDir, options: { ...account, clock: systemClock } },
);

const send = (message: ChannelReply | { isReady: true }) => void process.send?.(message);

process.on('message', ({ id, name, input }: ChannelRequest) => {
  daemon.ask(name, input, { origin: 'human' }).then(
    (reply) => send({ id, reply }),
    (thrown: unknown) => send({ id, error: thrown instanceof Error ? thrown.message : String(thrown) }),
  );
});
process.on('disconnect', () => process.exit());
send({ isReady: true });

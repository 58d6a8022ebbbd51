import type { TestContext } from 'node:test';
import { join } from 'node:path';
import { startBridge } from '../../bridge/server.ts';
import { testSettings } from '../../bridge/test-settings.ts';
import { silentLog } from '../../daemon/base/log.ts';
import { testSecretStorage } from '../../daemon/config/secrets/test-secret-storage.ts';
import { vaultLocked } from '../../daemon/config/secrets/vault.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { contract } from '../../daemon/contract.ts';
import { ada, testDaemon, type TestAccount } from '../../daemon/test-daemon.ts';
import { testSecrets } from '../../daemon/features/accounts/test-secrets.ts';
import { createFakeScriptServer } from '../../daemon/providers/fake/script-server.ts';
import { createFakeProvider } from '../../daemon/providers/fake/provider.ts';
import { movableClock } from '../../daemon/base/clock.ts';
import type { BrowserSignIn } from '../../daemon/oauth/browser-sign-in.ts';
import { endpointFetch, type EndpointFetch } from '../../daemon/outgoing/endpoint-fetch.ts';
import type { OutgoingFetch } from '../../daemon/outgoing/outgoing-fetch.ts';
import { ProviderError, type Operation, type OperationOutcome } from '../../daemon/providers/provider.ts';

const startTime = '2026-03-10T08:00:00.000Z';

/** Models of tests are on this computer. */
const fetchEndpoint: EndpointFetch = (url, request) => endpointFetch()(url, { ...request, reach: 'this_computer' });

type FakeAppOptions = {
  messages?: readonly Buffer[];
  config?: string;
  others?: readonly TestAccount[];
  fetch?: OutgoingFetch;
  freeBytes?: () => number;
  browserSignIn?: BrowserSignIn;
  secrets?: ReturnType<typeof testSecretStorage>;
};

/**
 * A daemon in this process on one made-up mailbox, behind a bridge that serves the page: tests can define its server's
 * answers to operations, and move its clock. `messages` are added to the mailbox, `config` to config.toml, `others` are further accounts, `fetch` replaces its web access,
 * `freeBytes` is the free space on its disk, `browserSignIn` how accounts of Google and Microsoft sign in,
 * and `secrets` where passwords are kept: the made-up account needs none of them, but its server is not reached while they are locked.
 */
export async function startFakeApp(
  t: Pick<TestContext, 'after'>,
  { messages = [], config = '', others = [], fetch, freeBytes, browserSignIn, secrets }: FakeAppOptions = {},
) {
  const clock = movableClock(startTime);
  const server = createFakeProvider({ ...ada, seed: 7, count: 40, clock, anchor: new Date(startTime) });
  for (const message of messages) server.control.deliver(message);
  const otherServers = new Map(
    others.map((account) => [
      account.key,
      createFakeProvider({ ...account, seed: 7, count: 3, clock, anchor: new Date(startTime) }),
    ]),
  );
  const scriptServer = createFakeScriptServer();
  let answer: ((operation: Operation) => OperationOutcome | undefined) | undefined;
  const provider = {
    ...server,
    close: async () => undefined,
    async apply(operations: readonly Operation[], signal: AbortSignal): Promise<OperationOutcome[]> {
      const applied = operations.map((operation) => answer?.(operation));
      const done = await server.apply(
        operations.filter((_, at) => !applied[at]),
        signal,
      );
      return applied.map((outcome) => outcome ?? (done.shift() as OperationOutcome));
    },
  };
  const daemon = await testDaemon(t, {
    accounts: [ada, ...others],
    config,
    options: {
      clock,
      openProvider: async (key) => {
        if (secrets?.vault.state() === 'locked') throw new ProviderError('keychain', vaultLocked().message);
        const other = otherServers.get(key);
        return other ? { ...other, close: async () => undefined } : provider;
      },
      openScriptServer: () => scriptServer.open(),
      secretStorage: (secrets ?? testSecretStorage(testFolder())).secretStorage,
      fetchEndpoint,
      ...(fetch && { fetch }),
      ...(browserSignIn && { browserSignIn, secrets: testSecrets() }),
      ...(freeBytes && { freeBytes: async () => freeBytes() }),
    },
  });
  await daemon.synced();
  const bridge = await startBridge({
    table: contract,
    dispatch: daemon.dispatch,
    holderOf: daemon.callerForToken,
    events: daemon.events,
    settings: testSettings,
    token: '5e0a7c1c-6f0e-4a55-9a4f-0d9f1d1f5a10',
    portFile: join(daemon.dataDir, 'bridge-port'),
    webRoot: join(import.meta.dirname, '../../web/dist'),
    log: silentLog,
  });
  t.after(() => bridge.close());
  return {
    url: bridge.url,
    daemon,
    clock,
    control: server.control,
    /** The server that runs the filters of its accounts. */
    scriptServer,
    /** The server of another account. */
    otherServer: (key: string) => otherServers.get(key)!,
    /** Replaces the answers of the server, for operations to which it gives an outcome. */
    answerBy: (next: typeof answer) => void (answer = next),
  };
}

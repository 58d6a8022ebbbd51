import { policies, type Policy } from '../../daemon/safety/policy.ts';
import { createRandomClient } from './random-client.ts';
import { bearer, openTestBridge, type TestBridge } from './test-bridge.ts';

type PolicyFuzzResult = {
  requestCount: number;
  /** The number of answers of each status. */
  statuses: Record<number, number>;
  faults: string[];
};

type Client = { name: string; token?: object; headers?: Record<string, string> };

/** Everyone who can ask, beginning with the owner, whose answers the others take ids from. */
const clients: Client[] = [
  { name: 'owner' },
  { name: 'page', headers: { 'x-client-kind': 'web' } },
  { name: 'no token', headers: { authorization: 'Bearer none' } },
  ...['read', 'draft', 'send', 'act', 'admin'].map((scope) => ({
    name: `script that may ${scope}`,
    token: { origin: 'script', scopes: [scope] },
  })),
  { name: 'agent', token: { origin: 'agent' } },
  { name: 'tool without a profile', token: { origin: 'mcp' } },
];

const profile = {
  safety_policy: 'full',
  allowed_accounts: ['ada'],
  allow_send: true,
  allow_destructive: true,
  allowed_destructive_actions: ['archive'],
};

/**
 * Sends random requests as each kind of client under each general policy: valid, nearly valid, and broken ones, for all
 * operations of the document. A fault is an answer that the document does not have, a status of 500 or above, and a refused
 * request that changed a database.
 */
export async function fuzzPolicies(
  cleanup: { after(close: () => unknown): void },
  { requests, seed, messages }: { requests: number; seed: number; messages: number },
): Promise<PolicyFuzzResult> {
  const stage = await openTestBridge(cleanup, { messages });
  const result: PolicyFuzzResult = { requestCount: 0, statuses: {}, faults: [] };
  const perClient = Math.ceil(requests / policies.length / clients.length);
  const daemon = { document: stage.document, send: stage.send, versions: stage.databases.versionsOfMail };
  const random = createRandomClient(daemon, 'everything');
  for (const policy of policies) {
    for (const client of clients) {
      const headers = await headersOf(stage, client, policy);
      const seedOfClient = seed + result.requestCount;
      const { requestCount, statuses, faults } = await random.run({ requests: perClient, seed: seedOfClient, headers });
      result.requestCount += requestCount;
      for (const [status, count] of Object.entries(statuses))
        result.statuses[Number(status)] = (result.statuses[Number(status)] ?? 0) + count;
      result.faults.push(...faults.map((fault) => `${client.name} under ${policy}: ${fault}`));
    }
  }
  result.faults.push(...stage.eventErrors());
  return result;
}

/** Random requests may have changed the settings, and removed tokens. */
async function headersOf({ daemon, config }: TestBridge, { token, headers }: Client, policy: Policy) {
  config.change('general.safety_policy', 'full');
  for (const [key, value] of Object.entries(profile)) config.change(`agents.profiles.agent.${key}`, value);
  const made = token && (await daemon.ask('tokens.create', { name: 'Random', ...token }));
  config.change('general.safety_policy', policy);
  return { ...(made ? { authorization: `Bearer ${made.token}` } : bearer), ...headers };
}

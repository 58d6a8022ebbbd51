import { Client as CurrentClient, StreamableHTTPClientTransport as CurrentHttp } from '@modelcontextprotocol/client';
import { StdioClientTransport as CurrentStdio } from '@modelcontextprotocol/client/stdio';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as EarlierStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as EarlierHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startBridge } from '../../bridge/server.ts';
import { testSettings } from '../../bridge/test-settings.ts';
import { silentLog } from '../../daemon/base/log.ts';
import type { Dispatch } from '../../daemon/handler-types.ts';
import { contractWithoutDemo } from '../../daemon/contract.ts';
import { ada, bob, testDaemon, type TestSettings } from '../../daemon/test-daemon.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { startSocket } from '../../daemon/fronts/socket.ts';
import { createToolEndpoint } from '../../daemon/fronts/mcp/http.ts';
import { commandLineProgram } from '../use-bundle.ts';

export const ownerToken = '7a0c7d3e-6f0e-4a55-9a4f-0d9f1d1f5a11';

/** A profile that allows everything to the accounts of the tests. */
export const fullProfile = `[agents.profiles.mcp]
safety_policy = "full"
allowed_accounts = ["ada", "bob"]
allow_send = true
allow_destructive = true
`;

type CallResult = {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
};

/** A client of the protocol, of whatever package and revision. */
export type TestClient = {
  listTools(): Promise<{
    tools: { name: string; title?: string; annotations?: object; inputSchema: object; outputSchema?: object }[];
  }>;
  call(name: string, given?: Record<string, unknown>, options?: object): Promise<CallResult>;
  raw: CurrentClient;
};

/**
 * A daemon whose tool server is reachable over HTTP and over standard input and output. `intercept` stands between both and
 * the daemon.
 */
export async function toolDaemon(
  t: Pick<TestContext, 'after'>,
  settings: TestSettings = {},
  intercept: (dispatch: Dispatch) => Dispatch = (dispatch) => dispatch,
) {
  const daemon = await testDaemon(t, { accounts: [ada, bob], config: fullProfile, ...settings });
  await daemon.synced();
  const dispatch = intercept(daemon.dispatch);
  const endpoint = createToolEndpoint({ dispatch, version: '0.0.0', log: silentLog });
  const bridge = await startBridge({
    table: contractWithoutDemo,
    dispatch: daemon.dispatch,
    holderOf: daemon.callerForToken,
    events: daemon.events,
    settings: testSettings,
    token: ownerToken,
    portFile: join(daemon.dataDir, 'bridge-port'),
    toolServer: endpoint.handle,
    log: silentLog,
  });
  t.after(() => bridge.close());
  const socketPath = join(testFolder(), 's');
  const socket = await startSocket({
    path: socketPath,
    dispatch,
    holderOf: daemon.callerForToken,
    log: silentLog,
  });
  t.after(() => socket.close());
  return {
    daemon,
    url: `${bridge.url}/mcp`,
    socketPath,
    closeSocket: socket.close,
    /** A token for a tool. */
    async token(fields: object = {}): Promise<string> {
      return (
        await daemon.ask('tokens.create', { name: 'Tool', origin: 'mcp', requests_per_minute: 60_000, ...fields })
      ).token;
    },
  };
}

export type ToolDaemon = Awaited<ReturnType<typeof toolDaemon>>;

type ClientKind = 'v1' | 'v2';

const clientInfo = { name: 'test', version: '1' };

async function connect(
  t: Pick<TestContext, 'after'>,
  kind: ClientKind,
  transport: { v1: () => object; v2: () => object },
): Promise<TestClient> {
  const client =
    kind === 'v1'
      ? new EarlierClient(clientInfo)
      : new CurrentClient(clientInfo, { versionNegotiation: { mode: 'auto' } });
  await (client as CurrentClient).connect(transport[kind]() as never);
  t.after(() => client.close());
  return {
    listTools: () => client.listTools(),
    call: (name, given = {}, options?: object) =>
      (kind === 'v1'
        ? (client as EarlierClient).callTool({ name, arguments: given }, undefined, options)
        : (client as CurrentClient).callTool({ name, arguments: given }, options)) as never,
    raw: client as CurrentClient,
  };
}

/** Connects over HTTP with a token. */
export function connectHttp(
  t: Pick<TestContext, 'after'>,
  kind: ClientKind,
  { url, token }: { url: string; token: string },
): Promise<TestClient> {
  const options = { requestInit: { headers: { authorization: `Bearer ${token}` } } };
  return connect(t, kind, {
    v1: () => new EarlierHttp(new URL(url), options),
    v2: () => new CurrentHttp(new URL(url), options),
  });
}

/** Starts `posthorn mcp`, and connects to it. */
export function connectStdio(
  t: Pick<TestContext, 'after'>,
  kind: ClientKind,
  { socketPath, token, tools }: { socketPath: string; token?: string; tools?: string },
): Promise<TestClient> {
  const program = {
    command: process.execPath,
    args: [join(import.meta.dirname, '../..', commandLineProgram), 'mcp', ...(tools ? ['--tools', tools] : [])],
    env: {
      ...(process.env as Record<string, string>),
      SVC_SOCKET_PATH: socketPath,
      SVC_INSTANCE: 'posthorn-test',
      ...(token && { SVC_MCP_TOKEN: token }),
    },
    stderr: 'pipe' as const,
  };
  return connect(t, kind, { v1: () => new EarlierStdio(program), v2: () => new CurrentStdio(program) });
}

import { createServer, type RequestListener, type Server } from 'node:http';
import { systemClock, type Clock } from '../daemon/base/clock.ts';
import { Failure } from '../daemon/base/failure.ts';
import type { Log } from '../daemon/base/log.ts';
import type { Caller, Dispatch } from '../daemon/handler-types.ts';
import { sendJsonText } from './http/responses.ts';
import { createApp } from './app.ts';
import { createAuth, type Auth } from './access/auth.ts';
import { trackConnections, type Connections } from './http/connections.ts';
import { docsRoute } from './openapi/docs-page.ts';
import { createEventHub, type EventHub } from './events/hub.ts';
import type { EventSource } from './events/source.ts';
import { eventStreamRoute } from './events/route.ts';
import { isEventsUpgrade } from './events/upgrade.ts';
import { createGuard, type AllowLists } from './access/guard.ts';
import { maxUploadMs, defaultLimits, type Limits } from './http/limits.ts';
import { listen, loopbackAddressOf } from './listen.ts';
import { localTokenRoute } from './access/local-token.ts';
import type { LocalPageSettings } from './access/local-pages.ts';
import { createRateLimiter, type RateLimiter } from './access/rate-limit.ts';
import { createOneTimeKeys } from './access/one-time-keys.ts';
import { removePort, writePort } from './port-file.ts';
import { rowAddresses, type RowAddress } from '../daemon/contract/define.ts';
import { apiRouter, type RequestTable } from './routes.ts';
import { clientErrorHandler, refuseTunnel, upgradeHandler } from './http/socket-handlers.ts';
import { staticRouter } from './static.ts';
import { toolRoute, type ToolServer } from './tool-route.ts';

/** The `[bridge]` settings that may change while the bridge runs. */
export type Access = AllowLists & LocalPageSettings & { auto_local_token: boolean };

export type BridgeDeps = {
  /** Rows by feature and key: `contract` of daemon/contract.ts. */
  table: RequestTable;
  /** Where they are served; what the table says where it is absent, for which all rows are read. */
  addresses?: readonly RowAddress[];
  dispatch: Dispatch;
  events: EventSource;
  settings: Access & { bind: string; port: number };
  token: string;
  /** The holder of a token that is not the owner's; undefined for an unknown token. */
  holderOf?: (token: string) => Caller | undefined;
  /** Called when a page of another program on this computer wants the token and the user is to be asked. */
  onLocalPage?: (origin: string) => void;
  /** The file that receives the bound port, for clients to find it. */
  portFile: string;
  /** Answers requests of tools at `/mcp`; without it there is nothing at that address. */
  toolServer?: ToolServer;
  /** The folder of the built web interface. */
  webRoot?: string;
  limits?: Partial<Limits>;
  /** The clock for `grace` of `close` and the pings of the event sockets. */
  clock?: Clock;
  log: Log;
};

export type Bridge = {
  port: number;
  url: string;
  /** Changes the accepted hosts and origins; open connections stay. */
  allow(access: Access): void;
  /** A key with which the page that is opened now gets the token, once, also if the handshake is turned off. */
  oneTimeKey(): string;
  /**
   * Takes no more connections, closes event sockets with 1001, and resolves when current requests are answered or cut:
   * after `grace` milliseconds, within two seconds without it. On a second call the shorter grace holds.
   */
  close(graceMs?: number): Promise<void>;
};

/** Milliseconds that current requests get to finish when the daemon stops. */
const stopGraceMs = 1000;

/**
 * Starts HTTP and the event socket on loopback, then writes the port file. Throws `Failure`: refused/bind_not_loopback
 * (nothing was bound), unavailable/port_taken (retryable), unavailable/port_file_unusable.
 */
export async function startBridge(deps: BridgeDeps): Promise<Bridge> {
  const { settings, log } = deps;
  const token = deps.token.trim();
  if (!token) throw new Failure('internal', 'bridge_token_empty', 'The bridge wasn’t started: its token is empty.');
  const host = await loopbackAddressOf(settings.bind);
  const { clock = systemClock } = deps;
  const hub = createEventHub({ events: deps.events, clock, log });
  const opened = await openServer(deps, { host, token, hub }).catch((error: unknown) => {
    hub.close();
    throw error;
  });
  const { port, allow, oneTimeKey } = opened;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  log.info({ url }, 'The bridge is listening');
  return { port, url, allow, oneTimeKey, close: createClose(deps, { ...opened, hub }) };
}

async function openServer(deps: BridgeDeps, { host, token, hub }: { host: string; token: string; hub: EventHub }) {
  const { settings, log } = deps;
  const limits = { ...defaultLimits, ...deps.limits };
  let access: Access = settings;
  let currentGuard = createGuard(host, access);
  const allow = (next: Access) => {
    access = next;
    currentGuard = createGuard(host, next);
  };
  const guard: typeof currentGuard = (request) => currentGuard(request);
  const auth = createAuth(token, deps.holderOf);
  const oneTimeKeys = createOneTimeKeys(deps.clock ?? systemClock);
  const { events, onLocalPage } = deps;
  const localToken = localTokenRoute({ token, settings: () => access, oneTimeKeys, onLocalPage, events, log });

  const server = createServer(serverOptions(limits));
  // A limit by number would silently omit headers, a second Host among them.
  server.maxHeadersCount = 0;
  const connections = trackConnections(server, { limits, log });
  const rateLimiter = createRateLimiter(deps.clock ?? systemClock);
  const api = routerOf(deps, { auth, localToken, limits, hub, rateLimiter });
  const tools = toolRoute({ toolServer: deps.toolServer, auth, rateLimiter, limits });
  const app = createApp({ connections, guard, api, tools, web: staticRouter(deps.webRoot), log }) as RequestListener;
  server.on('request', app);
  server.on('checkExpectation', app);
  server.on('upgrade', upgradeHandler({ guard, auth, hub, connections }));
  server.on('connect', refuseTunnel);
  server.on('clientError', clientErrorHandler(connections));
  const port = await listen(server, { host, port: settings.port });
  server.on('error', (error) => log.error({ err: error }, 'The bridge could not take a connection'));
  try {
    writePort(deps.portFile, port);
  } catch (error) {
    server.close();
    throw error;
  }
  return { server, connections, port, allow, oneTimeKey: oneTimeKeys.make };
}

function serverOptions(limits: Limits) {
  return {
    shouldUpgradeCallback: isEventsUpgrade,
    // The guard answers a missing Host itself, as JSON.
    requireHostHeader: false,
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: Math.max(limits.headersTimeoutMs, maxUploadMs(limits)),
    connectionsCheckingInterval: Math.min(2000, limits.headersTimeoutMs / 2),
    keepAliveTimeout: limits.keepAliveMs,
  };
}

type RouterDeps = {
  auth: Auth;
  localToken: ReturnType<typeof localTokenRoute>;
  limits: Limits;
  hub: EventHub;
  rateLimiter: RateLimiter;
};

function routerOf(
  { table, addresses = rowAddresses(table), dispatch, events, webRoot }: BridgeDeps,
  { auth, localToken, limits, hub, rateLimiter }: RouterDeps,
) {
  let cached: string | undefined;
  const document = async () => {
    const { openApiDocument } = await import('./openapi/document.ts');
    return (cached ??= JSON.stringify(openApiDocument(table)));
  };
  return apiRouter({
    table,
    addresses,
    dispatch,
    events,
    auth,
    rateLimiter,
    limits,
    own: {
      localToken,
      openapi: async (_request, response) => sendJsonText(response, 200, await document()),
      docs: docsRoute({ webRoot, document }),
      events: eventStreamRoute(hub),
    },
  });
}

type RunningBridge = { server: Server; connections: Connections; hub: EventHub; port: number };

function createClose(
  { portFile, clock = systemClock, log }: BridgeDeps,
  { server, connections, hub, port }: RunningBridge,
): Bridge['close'] {
  let closing: Promise<void> | undefined;
  const begin = async () => {
    try {
      removePort(portFile, port);
    } catch (error) {
      log.warn({ err: error }, 'The port file could not be removed');
    }
    const closed = new Promise((resolve) => server.close(resolve));
    hub.close();
    connections.closeGracefully();
    await closed;
    log.info('The bridge has closed');
  };
  const destroyAll = () => {
    hub.terminate();
    connections.destroyAll();
  };
  return (graceMs = stopGraceMs) => {
    const closed = new AbortController();
    void clock.wait(graceMs, closed.signal).then(() => closed.signal.aborted || destroyAll());
    return (closing ??= begin()).finally(() => closed.abort());
  };
}

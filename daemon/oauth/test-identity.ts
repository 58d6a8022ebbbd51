import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { OAuth2Server } from 'oauth2-mock-server';
import { guardedFetch } from '../outgoing/guarded-fetch.ts';
import { identityProviders, type IdentityProviders } from './identity-providers.ts';

/** An error that the token endpoint answers with. */
type TokenError = { status: number; error: string; error_description?: string };

type IdentityState = {
  /** The address that signs in. */
  email: string;
  /** Seconds for which an access token is valid. */
  lifetime: number;
  /** The next answer of the token endpoint. */
  nextError: TokenError | undefined;
  /** Answers every refresh with this, as for a sign-in that was revoked. */
  refreshError: TokenError | undefined;
  /** What the user has done with the code of the device flow. */
  device: 'pending' | 'allowed' | 'declined' | 'expired';
  /** Holds back answers of the token endpoint. */
  gate: Promise<void> | undefined;
};

/**
 * An identity provider on this computer: oauth2-mock-server, in front of which a script adds what it lacks: the device flow,
 * refresh tokens that are valid once, and introspection of the tokens that it issued.
 */
export async function testIdentity(t: Pick<TestContext, 'after'>) {
  const mock = new OAuth2Server();
  await mock.issuer.keys.generate('RS256');
  const state: IdentityState = {
    email: 'ada@example.test',
    lifetime: 3600,
    nextError: undefined,
    refreshError: undefined,
    device: 'pending',
    gate: undefined,
  };
  const validTokens = new Map<string, string>();
  const refreshTokens = new Set<string>();
  const requests: URLSearchParams[] = [];
  const issued: string[] = [];
  let count = 0;

  mock.service.on('beforeTokenSigning', ({ payload }: { payload: Record<string, unknown> }) => {
    Object.assign(payload, { email: state.email, aud: payload['aud'] ?? 'test-client' });
  });
  mock.service.on('beforeResponse', (response: { body: Record<string, unknown>; statusCode: number }) => {
    count += 1;
    const [access, refresh] = [`access-${count}-${randomUUID()}`, `refresh-${count}-${randomUUID()}`];
    validTokens.set(access, state.email);
    refreshTokens.add(refresh);
    issued.push(access, refresh);
    Object.assign(response.body, { access_token: access, refresh_token: refresh, expires_in: state.lifetime });
  });

  const answer = identityAnswers({ mock, state, validTokens, refreshTokens, requests, issued, issuer: () => issuer });
  mock.service.on('beforeWellKnownOpenIdConfiguration', ({ body }: { body: Record<string, unknown> }) => {
    body['device_authorization_endpoint'] = `${issuer}/device`;
  });
  const server = createServer((...exchange) => void answer(...exchange));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  mock.issuer.url = issuer;
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });

  return {
    issuer,
    port,
    state,
    /** The bodies of requests to the token endpoint and for device codes. */
    requests,
    /** Every token and device code that was issued. */
    issued,
    /** The server of an account no longer accepts the tokens that were issued. */
    revokeAccessTokens: () => validTokens.clear(),
    providers: providersAt(issuer),
    clients: {
      google: { client_id: 'test-client', client_secret: 'bundled-secret' },
      microsoft: { client_id: 'test-client' },
    },
    fetch: guardedFetch({
      resolve: async () => ['127.0.0.1'],
      isAllowedAddress: (address, at) => address === '127.0.0.1' && at === port,
    }),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type TestIdentity = Awaited<ReturnType<typeof testIdentity>>;

/** The identity providers of Posthorn, with the issuer on this computer. */
function providersAt(issuer: string): IdentityProviders {
  const { gmail, outlook_personal, outlook_work } = identityProviders;
  const local = { issuer, isInsecure: true };
  return {
    gmail: { ...gmail, ...local },
    outlook_personal: { ...outlook_personal, ...local },
    outlook_work: { ...outlook_work, ...local },
  };
}

type AnswerDeps = {
  mock: OAuth2Server;
  state: IdentityState;
  validTokens: ReadonlyMap<string, string>;
  refreshTokens: Set<string>;
  requests: URLSearchParams[];
  issued: string[];
  issuer: () => string;
};

/** Answers the requests that the mock server lacks, and passes on the others. */
function identityAnswers({ mock, state, validTokens, refreshTokens, requests, issued, issuer }: AnswerDeps) {
  const usedCodes = new Set<string>();
  const refuse = (response: ServerResponse, { status, ...body }: TokenError) => sendJson(response, status, body);
  const token = async (request: IncomingMessage, response: ServerResponse) => {
    const given = new URLSearchParams(await textOf(request));
    requests.push(given);
    await state.gate;
    const { nextError } = state;
    state.nextError = undefined;
    if (nextError) return refuse(response, nextError);
    const grant = given.get('grant_type');
    if (grant === 'refresh_token') {
      if (state.refreshError) return refuse(response, state.refreshError);
      if (!refreshTokens.delete(given.get('refresh_token') ?? ''))
        return refuse(response, { status: 400, error: 'invalid_grant', error_description: 'It was used before.' });
    }
    const code = given.get('code');
    if (code !== null && usedCodes.has(code)) return refuse(response, { status: 400, error: 'invalid_grant' });
    if (code !== null) usedCodes.add(code);
    if (grant === 'urn:ietf:params:oauth:grant-type:device_code') {
      const error = { pending: 'authorization_pending', declined: 'access_denied', expired: 'expired_token' };
      if (state.device !== 'allowed') return refuse(response, { status: 400, error: error[state.device] });
      given.set('grant_type', 'authorization_code');
    }
    mock.service.requestHandler(withBody(request, given.toString()), response);
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '', issuer());
    if (pathname === '/token') return token(request, response);
    if (pathname === '/device') {
      requests.push(new URLSearchParams(await textOf(request)));
      const device_code = `device-${randomUUID()}`;
      issued.push(device_code);
      return sendJson(response, 200, {
        device_code,
        user_code: 'ABCD-EFGH',
        verification_uri: `${issuer()}/enter`,
        expires_in: 900,
        interval: 0.01,
      });
    }
    if (pathname === '/introspect') {
      const email = validTokens.get(new URLSearchParams(await textOf(request)).get('token') ?? '');
      return sendJson(response, 200, email === undefined ? { active: false } : { active: true, email });
    }
    mock.service.requestHandler(request, response);
  };
  return answer;
}

/** Keeps sign-ins in memory, as texts, so that nothing is shared with who stored them. */
export function testSignInStore() {
  const stored = new Map<string, string>();
  const store = {
    stored,
    failure: undefined as Error | undefined,
    async get(ref: string) {
      if (store.failure) throw store.failure;
      return stored.has(ref) ? (JSON.parse(stored.get(ref)!) as Record<string, unknown>) : undefined;
    },
    async set(ref: string, signIn: Readonly<Record<string, unknown>>) {
      if (store.failure) throw store.failure;
      stored.set(ref, JSON.stringify(signIn));
    },
    async remove(ref: string) {
      stored.delete(ref);
    },
  };
  return store;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function withBody({ method, url, headers }: IncomingMessage, body: string): IncomingMessage {
  return Object.assign(Readable.from([Buffer.from(body)]), { method, url, headers }) as unknown as IncomingMessage;
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

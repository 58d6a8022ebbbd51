import { networkInterfaces } from 'node:os';
import { isWithin, knownProviders } from './discovery/known-providers.ts';
import { createProbe, type Probe } from './discovery/probe.ts';
import { nearestName } from './discovery/domain-typos.ts';
import type { AccountTrouble } from '../../contract/account-setup.ts';
import type { TroubleContext } from './trouble-context.ts';

export type ExplainOptions = {
  probe?: Probe;
  /** Whether this computer is connected to any network. */
  isOnline?: () => boolean;
  /** Maximum milliseconds for all network requests. */
  timeoutMs?: number;
};

type TroubleContextWithProbe = {
  trouble: AccountTrouble;
  host: string;
  port: number;
  probe: Probe;
  signal: AbortSignal;
};

/**
 * Finds a likely correction if a server could not be connected to: other ports and names at which a mail server with a valid
 * certificate answers, a misspelt name, no network. Returns the trouble with a better message and a `suggestion`, or
 * unchanged. Takes at most 2.5 seconds, sends no data about the user to the servers, and throws only the signal's reason.
 */
export async function explainTrouble(
  trouble: AccountTrouble,
  context: TroubleContext,
  signal: AbortSignal,
  { probe = createProbe(), isOnline = hasNetwork, timeoutMs = 2_500 }: ExplainOptions = {},
): Promise<AccountTrouble> {
  const { host, where } = context;
  const isServer = where === 'sync' || where === 'send';
  if (host === null || !isServer || !investigatedTroubles.has(trouble.what)) return trouble;
  if (!isOnline() && !isLoopback(host)) return { ...trouble, ...offline };
  const investigation = {
    trouble,
    host,
    port: context.port ?? usualPorts[where][0],
    probe,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  };
  const improvement = await improvementOf(investigation);
  signal.throwIfAborted();
  return improvement ? { ...trouble, ...improvement } : trouble;
}

type Improvement = Partial<AccountTrouble>;

const investigatedTroubles = new Set<AccountTrouble['what']>([
  'server_name',
  'port',
  'no_encryption',
  'certificate',
  'network',
]);

const usualPorts = { sync: [993, 143], send: [465, 587] } as const;

const offline: Improvement = {
  what: 'network',
  field: null,
  message: 'This computer isn’t connected to the internet. Connect it and try again.',
};

async function improvementOf(investigation: TroubleContextWithProbe): Promise<Improvement | undefined> {
  switch (investigation.trouble.what) {
    case 'server_name':
      return (await correctedSpelling(investigation)) ?? otherName(investigation);
    case 'certificate':
      return certificateOwner(investigation);
    case 'network':
      return undefined;
    default:
      return otherPort(investigation);
  }
}

/** The same server at another port. */
async function otherPort(investigation: TroubleContextWithProbe): Promise<Improvement | undefined> {
  const { host, port, trouble } = investigation;
  const found = await firstSecureEndpoint(
    investigation,
    portsOf(investigation)
      .filter((other) => other !== port)
      .map((other) => ({ host, port: other })),
  );
  if (!found) return undefined;
  const isUnencrypted = trouble.what === 'no_encryption';
  const message = isUnencrypted
    ? `${host} offers encryption at port ${found.port}, not at ${port}. Use ${found.port}?`
    : `${host} answers at port ${found.port}, not at ${port}. Use ${found.port}?`;
  return { field: 'port', message, suggestion: { port: found.port, use_tls: true } };
}

/** The correct spelling of a misspelt server of a large provider. */
async function correctedSpelling({ host, trouble }: TroubleContextWithProbe): Promise<Improvement | undefined> {
  const names = knownProviders.map(({ sync, send }) => (trouble.where === 'send' ? send : sync)?.host ?? '');
  const name = nearestName(host.toLowerCase(), names);
  return name === undefined
    ? undefined
    : misnamed(host, { message: `Did you mean ${name}?`, suggestion: { host: name } });
}

/** Another name of the same domain at which a mail server answers. */
async function otherName(investigation: TroubleContextWithProbe): Promise<Improvement | undefined> {
  const { host } = investigation;
  const [first = '', ...rest] = host.split('.');
  const domain = rest.length >= 2 ? rest.join('.') : host;
  const usual = investigation.trouble.where === 'send' ? 'smtp' : 'imap';
  const names = [`${usual}.${domain}`, `mail.${domain}`, domain].filter((name) => name !== host && first !== '');
  const endpoints = names.flatMap((name) => portsOf(investigation).map((port) => ({ host: name, port })));
  const found = await firstSecureEndpoint(investigation, endpoints);
  if (!found) return undefined;
  return misnamed(host, {
    message: `${found.host} answers, though. Use it?`,
    suggestion: { host: found.host, port: found.port, use_tls: true },
  });
}

function misnamed(host: string, { message, suggestion }: Pick<AccountTrouble, 'message' | 'suggestion'>): Improvement {
  return { field: 'host', message: `There is no server named ${host}. ${message}`, suggestion };
}

/**
 * The names in the certificate. A name is suggested only if it is below the same domain: an attacker in between can present
 * a valid certificate of another domain.
 */
async function certificateOwner({
  host,
  port,
  trouble,
  probe,
  signal,
}: TroubleContextWithProbe): Promise<Improvement | undefined> {
  const protocol = trouble.where === 'send' ? 'smtp' : 'imap';
  const found = await probe({ protocol, host, port }, signal);
  if (found.is !== 'untrusted' || found.code !== 'ERR_TLS_CERT_ALTNAME_INVALID') return undefined;
  const names = found.names.filter((name) => !name.startsWith('*'));
  const [, ...rest] = host.split('.');
  const domain = rest.join('.');
  const sibling = isOwnDomain(domain) ? names.find((name) => isWithin(name, domain)) : undefined;
  if (sibling === undefined) return undefined;
  const isThere = (await probe({ protocol, host: sibling, port }, signal)).is === 'secure';
  if (!isThere) return undefined;
  return {
    field: 'host',
    message: `The server at ${host} identifies itself as ${sibling}. Use ${sibling} as the server address?`,
    suggestion: { host: sibling },
  };
}

/** Not a public suffix such as co.uk, below which anyone can register a name. */
function isOwnDomain(domain: string): boolean {
  return domain.includes('.') && !/^(co|com|org|net|ac|gov|edu|gob|go|ne|or|nom)\.[a-z]{2}$/.test(domain);
}

type HostAndPort = { host: string; port: number };

/** The first endpoint in order at which a mail server with a valid certificate answers; all are probed at once. */
async function firstSecureEndpoint(
  { trouble, probe, signal }: TroubleContextWithProbe,
  endpoints: readonly HostAndPort[],
): Promise<HostAndPort | undefined> {
  const protocol = trouble.where === 'send' ? 'smtp' : 'imap';
  const probes = endpoints.map(async (endpoint) =>
    (await probe({ protocol, ...endpoint }, signal)).is === 'secure' ? endpoint : undefined,
  );
  for (const probing of probes) {
    const endpoint = await probing;
    if (endpoint) return endpoint;
  }
  return undefined;
}

function portsOf({ trouble }: TroubleContextWithProbe): readonly number[] {
  return usualPorts[trouble.where === 'send' ? 'send' : 'sync'];
}

function hasNetwork(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal));
}

function isLoopback(host: string): boolean {
  return /^(localhost|.*\.localhost|127\..*|\[?::1\]?)$/i.test(host);
}

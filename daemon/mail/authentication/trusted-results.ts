import { organizationalDomainOf as organisationOf } from '../html/links.ts';
import { readResults, type AuthenticationResults } from './results.ts';

/** A header field as received: its name and its unfolded value. */
export type Field = readonly [name: string, value: string];

/** What an account's mail shows of the server that receives it. */
export type ReceivingAccount = {
  /** The owner's address in the account. */
  email: string;
  /** How the server signs its results, by organisation; the empty text where it does not say who it is. */
  trustedServers: ReadonlySet<string>;
};

/** Messages of this many different senders are needed before what they agree on counts. */
const minSenders = 5;
const maxMinorityShare = 0.4;

/**
 * The results the account's own server wrote, of which alone a sender can have forged nothing; undefined where there are
 * none. A sender can put any header in a message, but only below those of the servers that receive it. So the topmost field
 * counts, and only if nearly all mail of the account has one of the same server there, or if it stands above every
 * Received field and names the server of the account's own domain (RFC 8601, sections 5 and 7.1).
 */
export function trustedResults(fields: readonly Field[], account: ReceivingAccount): AuthenticationResults | undefined {
  const index = firstResultsIndex(fields);
  const value = fields[index]?.[1];
  if (value === undefined) return undefined;
  const first = readResults(value);
  if (!isTrusted(fields, index, first, account)) return undefined;
  return { server: first.server, results: [...first.results, ...furtherResults(fields, index, first)] };
}

/** How a message's topmost results are signed, by organisation; undefined where it has none. */
export function authServerOf(fields: readonly Field[]): string | undefined {
  const value = fields[firstResultsIndex(fields)]?.[1];
  return value === undefined ? undefined : serverOrganization(readResults(value), fields);
}

/** Which signers nearly all of these messages of one account agree on, each given with the domain it came from. */
export function findTrustedServers(
  sample: readonly { sender: string; server: string | undefined }[],
): ReadonlySet<string> {
  const byServer = Map.groupBy(sample, ({ server }) => server);
  const minMessages = sample.length * (1 - maxMinorityShare);
  return new Set(
    [...byServer].flatMap(([server, messages]) => {
      const senders = new Set(messages.map(({ sender }) => sender)).size;
      return server !== undefined && senders >= minSenders && messages.length >= minMessages ? [server] : [];
    }),
  );
}

function isTrusted(
  fields: readonly Field[],
  index: number,
  results: AuthenticationResults,
  { email, trustedServers }: ReceivingAccount,
): boolean {
  const server = serverOrganization(results, fields);
  if (server === undefined) return false;
  if (trustedServers.has(server)) return true;
  const receivedIndex = firstReceivedIndex(fields);
  return receivedIndex > index && server === organisationOf(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}

/**
 * Some servers write a field a method. Those right below count too where a Received field of the same server follows, for
 * then the server wrote them after it took the message in.
 */
function furtherResults(fields: readonly Field[], from: number, { server }: AuthenticationResults) {
  if (server === undefined) return [];
  const nextReceived = fields.findIndex((field, at) => at > from && isNamed(field, 'received'));
  const receiver = nextReceived < 0 ? undefined : receiverOf(fields[nextReceived]?.[1] ?? '');
  if (receiver === undefined || organisationOf(receiver) !== organisationOf(server)) return [];
  return fields.slice(from + 1, nextReceived).flatMap((field) => {
    const nextResults = isNamed(field, 'authentication-results') ? readResults(field[1]) : undefined;
    return nextResults?.server === server ? nextResults.results : [];
  });
}

/** Exchange leaves its name out; where it wrote the topmost Received field, that tells it. */
function serverOrganization({ server }: AuthenticationResults, fields: readonly Field[]): string | undefined {
  if (server !== undefined) return organisationOf(server);
  const receiver = receiverOf(fields[firstReceivedIndex(fields)]?.[1] ?? '');
  return receiver?.endsWith('.outlook.com') ? '' : undefined;
}

function receiverOf(received: string): string | undefined {
  return /\sby\s+([a-z\d.-]+)/i.exec(received)?.[1]?.toLowerCase();
}

function firstResultsIndex(fields: readonly Field[]): number {
  return fields.findIndex((field) => isNamed(field, 'authentication-results'));
}

function firstReceivedIndex(fields: readonly Field[]): number {
  return fields.findIndex((field) => isNamed(field, 'received'));
}

function isNamed([name]: Field, wanted: string): boolean {
  return name.toLowerCase() === wanted;
}

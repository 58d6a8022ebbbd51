import { readResults, type AuthenticationResults } from './results.ts';
import { organizationalDomainOf } from '../html/links.ts';

/** A header field as received: its name and its unfolded value. */
export type Field = readonly [name: string, value: string];

/** What the mail of an account shows about the server that receives it. */
type ReceivingAccount = {
  /** The user's address in the account. */
  email: string;
  /** The organizations under which the server signs its results; an empty string if it does not name itself. */
  trustedServers: ReadonlySet<string>;
};

/** The minimum number of different senders whose messages have to agree. */
const minSenders = 5;
const maxMinorityShare = 0.4;

/**
 * The results written by the account's own server, which the sender cannot forge; undefined if there are none. A
 * sender can add any header field, but only below the fields of the receiving servers. So the topmost field counts,
 * and only if nearly all mail of the account has a field of the same server there, or if the field is above every
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

/** The organization that signed a message's topmost results; undefined if there are none. */
export function authServerOf(fields: readonly Field[]): string | undefined {
  const value = fields[firstResultsIndex(fields)]?.[1];
  return value === undefined ? undefined : serverOrganization(readResults(value), fields);
}

/**
 * The signers on which nearly all of these messages of an account agree. Each message is given with its signer and
 * its From domain.
 */
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
  return (
    receivedIndex > index && server === organizationalDomainOf(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
  );
}

/**
 * Some servers write a separate field for each method. The fields directly below count too if a Received field of the
 * same server follows, because then the server wrote them after it accepted the message.
 */
function furtherResults(fields: readonly Field[], from: number, { server }: AuthenticationResults) {
  if (server === undefined) return [];
  const nextReceived = fields.findIndex((field, at) => at > from && isNamed(field, 'received'));
  const receiver = nextReceived < 0 ? undefined : receiverOf(fields[nextReceived]?.[1] ?? '');
  if (receiver === undefined || organizationalDomainOf(receiver) !== organizationalDomainOf(server)) return [];
  return fields.slice(from + 1, nextReceived).flatMap((field) => {
    const nextResults = isNamed(field, 'authentication-results') ? readResults(field[1]) : undefined;
    return nextResults?.server === server ? nextResults.results : [];
  });
}

/** Exchange omits its name; if it wrote the topmost Received field, the name is taken from there. */
function serverOrganization({ server }: AuthenticationResults, fields: readonly Field[]): string | undefined {
  if (server !== undefined) return organizationalDomainOf(server);
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

function isNamed([name]: Field, expectedName: string): boolean {
  return name.toLowerCase() === expectedName;
}

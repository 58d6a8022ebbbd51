import { domainOf as organisationOf } from '../html/links.ts';
import { readResults, type AuthenticationResults } from './results.ts';

/** A header field as received: its name and its unfolded value. */
export type Field = readonly [name: string, value: string];

/** What an account's mail shows of the server that receives it. */
export type Receiving = {
  /** The owner's address in the account. */
  email: string;
  /** How the server signs its results, by organisation; the empty text where it does not say who it is. */
  established: ReadonlySet<string>;
};

/** Messages of this many different senders are needed before what they agree on counts. */
const fewestSenders = 5;
const largestMinority = 0.4;

/**
 * The results the account's own server wrote, of which alone a sender can have forged nothing; undefined where there are
 * none. A sender can put any header in a message, but only below those of the servers that receive it. So the topmost field
 * counts, and only if nearly all mail of the account has one of the same server there, or if it stands above every
 * Received field and names the server of the account's own domain (RFC 8601, sections 5 and 7.1).
 */
export function ownResults(fields: readonly Field[], receiving: Receiving): AuthenticationResults | undefined {
  const at = topmostAt(fields);
  const value = fields[at]?.[1];
  if (value === undefined) return undefined;
  const first = readResults(value);
  if (!isOwn(fields, at, first, receiving)) return undefined;
  return { server: first.server, results: [...first.results, ...furtherResults(fields, at, first)] };
}

/** How a message's topmost results are signed, by organisation; undefined where it has none. */
export function signerOf(fields: readonly Field[]): string | undefined {
  const value = fields[topmostAt(fields)]?.[1];
  return value === undefined ? undefined : organisationIn(readResults(value), fields);
}

/** Which signers nearly all of these messages of one account agree on, each given with the domain it came from. */
export function establishedSigners(
  sample: readonly { sender: string; signer: string | undefined }[],
): ReadonlySet<string> {
  const bySigner = Map.groupBy(sample, ({ signer }) => signer);
  const needed = sample.length * (1 - largestMinority);
  return new Set(
    [...bySigner].flatMap(([signer, messages]) => {
      const senders = new Set(messages.map(({ sender }) => sender)).size;
      return signer !== undefined && senders >= fewestSenders && messages.length >= needed ? [signer] : [];
    }),
  );
}

function isOwn(
  fields: readonly Field[],
  at: number,
  results: AuthenticationResults,
  { email, established }: Receiving,
): boolean {
  const signer = organisationIn(results, fields);
  if (signer === undefined) return false;
  if (established.has(signer)) return true;
  const received = receivedAt(fields);
  return received > at && signer === organisationOf(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}

/**
 * Some servers write a field a method. Those right below count too where a Received field of the same server follows, for
 * then the server wrote them after it took the message in.
 */
function furtherResults(fields: readonly Field[], from: number, { server }: AuthenticationResults) {
  if (server === undefined) return [];
  const next = fields.findIndex((field, at) => at > from && isNamed(field, 'received'));
  const receiver = next < 0 ? undefined : receiverOf(fields[next]?.[1] ?? '');
  if (receiver === undefined || organisationOf(receiver) !== organisationOf(server)) return [];
  return fields.slice(from + 1, next).flatMap((field) => {
    const further = isNamed(field, 'authentication-results') ? readResults(field[1]) : undefined;
    return further?.server === server ? further.results : [];
  });
}

/** Exchange leaves its name out; where it wrote the topmost Received field, that tells it. */
function organisationIn({ server }: AuthenticationResults, fields: readonly Field[]): string | undefined {
  if (server !== undefined) return organisationOf(server);
  const receiver = receiverOf(fields[receivedAt(fields)]?.[1] ?? '');
  return receiver?.endsWith('.outlook.com') ? '' : undefined;
}

function receiverOf(received: string): string | undefined {
  return /\sby\s+([a-z\d.-]+)/i.exec(received)?.[1]?.toLowerCase();
}

function topmostAt(fields: readonly Field[]): number {
  return fields.findIndex((field) => isNamed(field, 'authentication-results'));
}

function receivedAt(fields: readonly Field[]): number {
  return fields.findIndex((field) => isNamed(field, 'received'));
}

function isNamed([name]: Field, wanted: string): boolean {
  return name.toLowerCase() === wanted;
}

import { Failure } from '../../base/failure.ts';
import type { Trust } from '../../contract/trust.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { ownAddressesOf, listedAddresses, type Account } from '../accounts/accounts.ts';
import { flagBits } from '../messages/flags.ts';
import { safeHtml } from '../html/safe-html.ts';
import { recipientsOf, type Message } from '../messages/messages.ts';
import { headerFields } from '../mime/headers/headers.ts';
import { readBody } from '../mime/read-body.ts';
import { readSource } from '../sources/source.ts';
import { assessTrust, type TrustFacts } from './trust-assessment.ts';
import { shownDomain } from './lookalike.ts';
import { misleadingLinks } from './misleading-links.ts';
import { findTrustedServers, trustedResults, authServerOf } from './trusted-results.ts';
import { verifyDomain } from './domain-verification.ts';

/** The number of newest messages from which an account's signing server is determined. */
const sampleSize = 40;

type TrustedServersOf = (db: ReadDb, account: Pick<Account, 'id'>) => ReadonlySet<string>;

/**
 * Assesses how far the sender of a stored message can be trusted (RFC 8601); undefined if the message is not stored
 * here. `accounts` are the accounts whose correspondents may be disclosed. Throws Failure `source_damaged`.
 */
export function trustReader(
  blobs: string,
): (db: ReadDb, accounts: readonly Account[], message: Message) => Trust | undefined {
  const trustedServersOf = trustedServersReader(blobs);
  return (db, accounts, message) => {
    const account = accounts.find(({ account_id }) => account_id === message.account_id);
    const source = readSource(db, blobs, message.id);
    if (!source || !account) return undefined;
    const fields = headerFields(source);
    const trustedServers = trustedServersOf(db, account);
    const results = trustedResults(fields, { email: account.email, trustedServers });
    const email = message.from_email.toLowerCase();
    const domain = domainIn(email);
    const verification = results && verifyDomain(results, domain);
    const facts: TrustFacts = {
      ...correspondence(db, { account, accounts }, message),
      hasTrustedServer: trustedServers.size > 0,
      links: misleadingLinks(safeHtml(readBody(source).html ?? '').html),
      verification,
    };
    const { readable, ascii } = shownDomain(domain);
    return {
      message_id: message.message_id,
      ...assessTrust(facts),
      sender: { email, domain: readable, ascii_domain: ascii },
      checked_by: results?.server ?? null,
      checks: verification?.checks ?? [],
    };
  };
}

type Correspondence = Omit<TrustFacts, 'hasTrustedServer' | 'links' | 'verification'>;

/** The account of the message, and the accounts whose correspondents may be disclosed. */
type Owners = { account: Account; accounts: readonly Account[] };

function correspondence(db: ReadDb, { account, accounts }: Owners, message: Message): Correspondence {
  const email = message.from_email.toLowerCase();
  const ids = jsonList(accounts.map(({ id }) => id));
  const own = ownAddressesOf(db, account.id);
  const ownDomains = new Set([...own, ...listedAddresses(db, account)].map((each) => domainIn(each.toLowerCase())));
  return {
    name: message.from_name,
    email,
    replyTo: recipientsOf(message).reply_to,
    isList: message.list_id !== null,
    isOwn: own.has(email),
    ...countMessages(db, ids, message),
    ownDomains,
    familiarDomains: new Set([...ownDomains, ...domainsWrittenTo(db, ids)]),
    namesake: namesakeOf(db, ids, message),
  };
}

function countMessages(
  db: ReadDb,
  accounts: string,
  { from_email, sort_key }: Message,
): Pick<TrustFacts, 'sent' | 'receivedBefore'> {
  const counted = db.get<{ sent: number }>(sql`
    SELECT coalesce(sum(sent), 0) AS sent FROM contacts
    WHERE account IN (SELECT value FROM json_each(${accounts})) AND email = ${from_email.toLowerCase()}`);
  const earlier = db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM (
      SELECT 1 FROM messages
      WHERE from_email = ${from_email} COLLATE NOCASE AND account IN (SELECT value FROM json_each(${accounts}))
        AND sort_key < ${sort_key} AND flags & ${flagBits.SPAM} = 0
      LIMIT 1000)`);
  return { sent: counted?.sent ?? 0, receivedBefore: earlier?.count ?? 0 };
}

/** The domains of the correspondents the user has written to. */
function domainsWrittenTo(db: ReadDb, accounts: string): string[] {
  const rows = db.all<{ domain: string }>(sql`
    SELECT DISTINCT substr(email, instr(email, '@') + 1) AS domain FROM contacts
    WHERE sent > 0 AND account IN (SELECT value FROM json_each(${accounts}))`);
  return rows.map(({ domain }) => domain);
}

/** A correspondent of the user with the same name and another address. A single word is too common to count. */
function namesakeOf(db: ReadDb, accounts: string, { from_name: name, from_email }: Message): string | undefined {
  if (name === null || !/\S\s+\S/.test(name.trim())) return undefined;
  return db.get<{ email: string }>(sql`
    SELECT email FROM contacts
    WHERE sent > 0 AND account IN (SELECT value FROM json_each(${accounts})) AND email <> ${from_email.toLowerCase()}
      AND (name = ${name} COLLATE NOCASE OR name_by_owner = ${name} COLLATE NOCASE)
    ORDER BY sent DESC LIMIT 1`)?.email;
}

/** The servers whose results are trusted for an account, cached until the account has newer mail. */
function trustedServersReader(blobs: string): TrustedServersOf {
  const cache = new Map<number, { key: string; servers: ReadonlySet<string> }>();
  return (db, { id }) => {
    const rows = db.all<{ id: number; from_email: string }>(sql`
      SELECT id, from_email FROM messages
      WHERE account = ${id} AND direction = 'inbound' AND flags & ${flagBits.SPAM | flagBits.DRAFT} = 0
      ORDER BY sort_key DESC LIMIT ${sampleSize}`);
    const key = rows.map((row) => row.id).join();
    const cached = cache.get(id);
    if (cached?.key === key) return cached.servers;
    const sample = rows.flatMap((row) => {
      const source = sourceOf(db, blobs, row.id);
      return source
        ? [{ sender: domainIn(row.from_email.toLowerCase()), server: authServerOf(headerFields(source)) }]
        : [];
    });
    const servers = findTrustedServers(sample);
    cache.set(id, { key, servers });
    return servers;
  };
}

/** A damaged message has no results here; its damage is reported when it is opened. */
function sourceOf(db: ReadDb, blobs: string, id: number): Uint8Array | undefined {
  try {
    return readSource(db, blobs, id);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

function domainIn(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

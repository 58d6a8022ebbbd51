import type { Trust } from '../../contract/trust.ts';
import type { ReadDb } from '../../store/db.ts';
import { ownAddressesOf, type Account } from '../accounts/accounts.ts';
import { safeHtml } from '../html/safe-html.ts';
import { flagBits } from '../messages/flags.ts';
import { recipientsOf, type Message } from '../messages/messages.ts';
import { headerFields } from '../mime/headers/headers.ts';
import { readBody } from '../mime/read-body.ts';
import { mailProviders } from '../safety-check/mail-providers.ts';
import { readSource } from '../sources/source.ts';
import { organizationalDomainOf } from '../html/links.ts';
import {
  countMessages,
  earlierMessages,
  hasWrittenToList,
  knownSendersReader,
  namesakeOf,
  type Owners,
} from './correspondence.ts';
import { verifyDomain, type DomainVerification } from './domain-verification.ts';
import { domainNamedIn, imitatedDomain } from './lookalike.ts';
import { misleadingLinks } from './misleading-links.ts';
import { domainOfAddress, shownDomain } from './organizations.ts';
import { senderCheckOf } from './sender-checks.ts';
import { assessTrust, minMessagesOfKnown } from './trust-assessment.ts';
import { trustedResults, type Field } from './trusted-results.ts';
import { trustedServersReader } from './trusted-servers.ts';

type TrustReaderOptions = {
  blobs: string;
  /** Domains whose servers may vouch for mail they forward. */
  forwarders: () => readonly string[];
};

type TrustReader = (db: ReadDb, accounts: readonly Account[], message: Message) => Trust | undefined;

/**
 * Assesses how far the sender of a stored message can be trusted (RFC 8601); undefined if the message is not stored
 * here. `accounts` are the accounts whose correspondents may be disclosed. Throws Failure `source_damaged`.
 */
export function trustReader({ blobs, forwarders }: TrustReaderOptions): TrustReader {
  const knownSendersIn = knownSendersReader();
  const verify = verificationReader({ blobs, forwarders });
  return (db, accounts, message) => {
    const account = accounts.find(({ account_id }) => account_id === message.account_id);
    const source = readSource(db, blobs, message.id);
    if (!source || !account) return undefined;
    const owners = { account, accounts };
    const fields = headerFields(source);
    const email = message.from_email.toLowerCase();
    const domain = domainOfAddress(email);
    const { verification, server, isCheckPending } = verify(db, account, { id: message.id, domain, fields });
    const senders = knownSendersIn(db, owners);
    const counts = countMessages(db, owners, message);
    const isProven = verification?.outcome === 'passed';
    const known = senders.byDomain.get(organizationalDomainOf(domain));
    const assessment = assessTrust({
      name: message.from_name,
      email,
      replyTo: recipientsOf(message).reply_to,
      hasSeveralSenders: fields.filter(([name]) => name.toLowerCase() === 'from').length > 1,
      isKnownList: isKnownList(db, owners, { message, verification }),
      isOwn: ownAddressesOf(db, account.id).has(email),
      isSentCopy: (message.flags & flagBits.SENT) !== 0,
      ...counts,
      // Reading them is only worth it where they can make the sender known.
      provenBefore: isProven && counts.sent === 0 ? countProven(db, owners, message) : 0,
      isFamiliarDomain: known?.isWrittenTo === true && !mailProviders.has(known.domain),
      imitation: imitatedDomain(domain, senders),
      namedDomain: domainNamedIn(message.from_name ?? '', domain, senders),
      namesake: namesakeOf(senders, message),
      verification,
      isCheckPending,
      links: misleadingLinks(safeHtml(readBody(source).html ?? '').html),
    });
    return {
      message_id: message.message_id,
      ...assessment,
      sender: { email, domain: shownDomain(domain).readable, ascii_domain: shownDomain(domain).ascii },
      checked_by: server ?? null,
      checked_here: verification?.checkedBy === 'posthorn',
      checks: verification?.checks ?? [],
    };
  };

  function countProven(db: ReadDb, owners: Owners, message: Message): number {
    const domain = domainOfAddress(message.from_email);
    let proven = 0;
    for (const id of earlierMessages(db, owners, message)) {
      const source = proven < minMessagesOfKnown ? readSource(db, blobs, id) : undefined;
      if (!source) continue;
      const { verification } = verify(db, owners.account, { id, domain, fields: headerFields(source) });
      if (verification?.outcome === 'passed') proven += 1;
    }
    return proven;
  }
}

/** Whether the domain in From of a stored message is confirmed, refuted, or neither yet. */
type SenderProof = { outcome: DomainVerification['outcome']; isCheckPending: boolean };

/** Tells of stored messages, given with their header, whether they are from the domain in From. */
export function senderProofReader(options: TrustReaderOptions) {
  const verify = verificationReader(options);
  return (db: ReadDb, account: Account, { id, email, fields }: ProvableMessage): SenderProof => {
    const domain = domainOfAddress(email.toLowerCase());
    const { verification, isCheckPending } = verify(db, account, { id, domain, fields });
    return { outcome: verification?.outcome ?? 'open', isCheckPending };
  };
}

type ProvableMessage = { id: number; email: string; fields: readonly Field[] };

type Verified = {
  verification: DomainVerification | undefined;
  /** The server that wrote the results. */
  server: string | undefined;
  isCheckPending: boolean;
};

type VerifiedMessage = { id: number; domain: string; fields: readonly Field[] };

/** The findings of the account's own server; where it wrote none, those of Posthorn itself. */
function verificationReader({ blobs, forwarders }: TrustReaderOptions) {
  const trustedServersOf = trustedServersReader(blobs);
  return (db: ReadDb, account: Account, { id, domain, fields }: VerifiedMessage): Verified => {
    const trustedServers = trustedServersOf(db, account);
    const results = trustedResults(fields, { email: account.email, trustedServers });
    if (results) {
      const verification = verifyDomain(results, { domain, fields, forwarders: forwarders() });
      return { verification, server: results.server, isCheckPending: false };
    }
    const check = senderCheckOf(db, id);
    return { verification: check?.verification, server: undefined, isCheckPending: check?.isPending ?? false };
  };
}

/** List-Id can be forged like From: it counts where the list signed or sent the message, and the user has written to it. */
function isKnownList(
  db: ReadDb,
  owners: Owners,
  { message, verification }: { message: Message; verification: DomainVerification | undefined },
): boolean {
  const listId = message.list_id;
  if (listId === null || !verification?.senders.has(organizationalDomainOf(listId))) return false;
  return hasWrittenToList(db, owners, listId);
}

import { sql, type ReadDb } from '../../store/db.ts';
import { headerFields } from '../mime/headers/headers.ts';
import { missingRangesOf, readSource } from '../sources/source.ts';
import { domainOfAddress } from './organizations.ts';
import { trustedResults } from './trusted-results.ts';
import { trustedServersReader } from './trusted-servers.ts';
import { checkSignatures, type KeyRecords, type SignatureCheck } from './verify-signatures.ts';

export type SenderCheckRequest = {
  /** The internal id. */
  message: number;
  forwarders: readonly string[];
  keys: ReadonlyMap<string, KeyRecords>;
};

/** `unneeded`: the account's server has reported on the sender, or the message is not complete on this disk. */
type SenderCheckAnswer = SignatureCheck | 'unneeded';

/** Checks stored messages. Throws Failure `source_damaged`. */
export function senderCheckReader(
  db: ReadDb,
  blobs: string,
): (request: SenderCheckRequest) => Promise<SenderCheckAnswer> {
  const trustedServersOf = trustedServersReader(blobs);
  return async ({ message, forwarders, keys }) => {
    const row = db.get<{ account: number; email: string; from_email: string; received_at: string }>(sql`
      SELECT m.account, a.email, m.from_email, m.received_at FROM messages m JOIN accounts a ON a.id = m.account
      WHERE m.id = ${message}`);
    const source = row && readSource(db, blobs, message);
    if (!source || missingRangesOf(db, message).length > 0) return 'unneeded';
    const trustedServers = trustedServersOf(db, { id: row.account });
    if (trustedResults(headerFields(source), { email: row.email, trustedServers })) return 'unneeded';
    return checkSignatures(source, {
      domain: domainOfAddress(row.from_email),
      forwarders,
      keys,
      receivedAt: new Date(row.received_at),
    });
  };
}

import { Failure } from '../../base/failure.ts';
import { sql, type ReadDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { lastChange } from '../changes/changes.ts';
import { flagBits } from '../messages/flags.ts';
import { headerFields } from '../mime/headers/headers.ts';
import { readSource } from '../sources/source.ts';
import { domainOfAddress } from './organizations.ts';
import { authServerOf, findTrustedServers } from './trusted-results.ts';

type TrustedServersOf = (db: ReadDb, account: Pick<Account, 'id'>) => ReadonlySet<string>;

type Sample = { sender: string; server: string | undefined };

/** The number of newest messages that a sample stands for, and its size. */
const maxMessages = 800;
const sampleSize = 40;
const maxCachedSamples = 2_000;

/**
 * The servers whose results are trusted for an account. The sample is spread over the newest messages, so that a sudden flood
 * of forged messages does not make it. It is kept until the next message changes; a direction that changes alone has no number in
 * `message_changes`, and takes effect with that.
 */
export function trustedServersReader(blobs: string): TrustedServersOf {
  const samples = new Map<number, Sample | undefined>();
  const known = new Map<number, { change: number; servers: ReadonlySet<string> }>();
  return (db, { id }) => {
    const change = lastChange(db);
    const found = known.get(id);
    if (found?.change === change) return found.servers;
    const servers = readTrustedServers(db, id);
    known.set(id, { change, servers });
    return servers;
  };

  function readTrustedServers(db: ReadDb, id: number): ReadonlySet<string> {
    const rows = db.all<{ id: number; from_email: string }>(sql`
      SELECT id, from_email FROM messages
      WHERE account = ${id} AND direction = 'inbound' AND flags & ${flagBits.SPAM | flagBits.DRAFT} = 0
      ORDER BY sort_key DESC LIMIT ${maxMessages}`);
    if (samples.size > maxCachedSamples) samples.clear();
    const chosen = spread(rows).map((row) => {
      if (!samples.has(row.id)) samples.set(row.id, sampleOf(db, blobs, row));
      return samples.get(row.id);
    });
    return findTrustedServers(chosen.filter((each) => each !== undefined));
  }
}

/** Chosen by id, so that a new message does not change the whole choice. */
function spread<Row extends { id: number }>(rows: readonly Row[]): readonly Row[] {
  let step = 1;
  while (rows.length / (step * 2) >= sampleSize) step *= 2;
  const chosen = rows.filter(({ id }) => id % step === 0);
  return chosen.length >= sampleSize / 2 ? chosen.slice(0, 2 * sampleSize) : rows.slice(0, sampleSize);
}

/** A damaged message has no results here; its damage is reported when it is opened. */
function sampleOf(db: ReadDb, blobs: string, { id, from_email }: { id: number; from_email: string }) {
  try {
    const source = readSource(db, blobs, id);
    return source && { sender: domainOfAddress(from_email), server: authServerOf(headerFields(source)) };
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

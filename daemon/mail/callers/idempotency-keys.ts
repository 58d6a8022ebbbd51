import { createHash } from 'node:crypto';
import { instantOf } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';

/** A request that must not be executed twice: the owner of its key, and the input. */
export type IdempotentRequest = {
  owner: string;
  key: string;
  request: string;
  input: unknown;
  /** The reply is not stored. */
  isSecret: boolean;
};

const keyRetentionMs = 24 * 3_600_000;

/**
 * Returns the stored reply of this key as `{ reply }`. If there is none, reserves the key for this request and
 * returns undefined: call it in the same transaction as the guarded change, so that both happen or neither. Throws what
 * `replyOfKey` throws.
 */
export function claimKey(db: WriteDb, keyedRequest: IdempotentRequest, now: Date): { reply: unknown } | undefined {
  const { owner, key, request, input } = keyedRequest;
  db.run(sql`DELETE FROM idempotency_keys WHERE created_at < ${keptSince(now)}`);
  const known = replyOfKey(db, keyedRequest, now);
  if (known) return known;
  db.run(sql`
    INSERT INTO idempotency_keys (owner, key, request, input_hash, created_at)
    VALUES (${owner}, ${key}, ${request}, ${hashOf(input)}, ${instantOf(now)})`);
  return undefined;
}

/**
 * The stored reply of this key as `{ reply }`; undefined if the key is free. Throws Failure `idempotency_key_reused` if it
 * belongs to a different request, `told_once` if the reply was a secret, and `outcome_unknown` if Posthorn was stopped
 * before the first request with that key was answered.
 */
export function replyOfKey(
  db: ReadDb,
  { owner, key, request, input }: IdempotentRequest,
  now: Date,
): { reply: unknown } | undefined {
  const existing = db.get<{ request: string; input_hash: Uint8Array; reply: string | null }>(sql`
    SELECT request, input_hash, reply FROM idempotency_keys
    WHERE owner = ${owner} AND key = ${key} AND created_at >= ${keptSince(now)}`);
  if (!existing) return undefined;
  if (existing.request !== request || !hashOf(input).equals(existing.input_hash)) throw keyReused();
  if (existing.reply === null) throw unknownOutcome();
  if (existing.reply === '') throw secretAlreadyReturned();
  return { reply: JSON.parse(existing.reply) };
}

function keptSince(now: Date): string {
  return instantOf(new Date(now.getTime() - keyRetentionMs));
}

/** Stores the reply of a reserved key. */
export function saveReply(db: WriteDb, { owner, key, isSecret }: IdempotentRequest, reply: unknown): void {
  const stored = isSecret ? '' : JSON.stringify(reply);
  db.run(sql`
    UPDATE idempotency_keys SET reply = ${stored} WHERE owner = ${owner} AND key = ${key}`);
}

/** Releases the key of a request that failed without changing anything, so that it can be tried again. */
export function releaseKey(db: WriteDb, { owner, key }: IdempotentRequest): void {
  db.run(sql`DELETE FROM idempotency_keys WHERE owner = ${owner} AND key = ${key} AND reply IS NULL`);
}

/** Removes all keys and replies. */
export function removeAllKeys(db: WriteDb): void {
  db.run(sql`DELETE FROM idempotency_keys`);
}

/** Input fields that must not be recoverable from the stored data. */
const secretFields = ['password', 'client_secret', 'passphrase', 'new_passphrase'];

function hashOf(input: unknown): Buffer {
  const replacer = (key: string, value: unknown) => (secretFields.includes(key) ? undefined : value);
  return createHash('sha256')
    .update(JSON.stringify(input, replacer) ?? '')
    .digest();
}

function keyReused(): Failure {
  return new Failure(
    'unsupported',
    'idempotency_key_reused',
    'This Idempotency-Key has been used for another request in the last 24 hours. Use a new key for each new request.',
  );
}

function secretAlreadyReturned(): Failure {
  return new Failure(
    'conflict',
    'told_once',
    'This request was already carried out with this Idempotency-Key. Its reply had a secret, which is returned only once.',
  );
}

function unknownOutcome(): Failure {
  return new Failure(
    'conflict',
    'outcome_unknown',
    'Posthorn was stopped in the middle of the first request with this Idempotency-Key, so it isn’t known whether it was ' +
      'carried out. Check whether it was, and use a new key if not.',
  );
}

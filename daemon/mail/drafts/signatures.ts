import { Failure } from '../../base/failure.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';

/** A signature; the body is Markdown. */
export type Signature = {
  id: number;
  signature_id: string;
  name: string;
  body: string;
  created_at: string;
  updated_at: string;
};

type SignatureKind = 'new' | 'reply';

/** The scope of a default signature: all accounts, an account (row id), or an address in lower case. */
export type SignatureScope = { kind: SignatureKind; account: number | null; from_email: string | null };

type SignatureDefault = SignatureScope & {
  signature: number;
  /** Public id. */
  account_id: string | null;
  created_at: string;
  updated_at: string;
};

export function allSignatures(db: ReadDb): Signature[] {
  return db.all(sql`SELECT * FROM signatures ORDER BY name COLLATE NOCASE, name`);
}

export function signatureNamed(db: ReadDb, name: string): Signature | undefined {
  return db.get(sql`SELECT * FROM signatures WHERE name = ${name}`);
}

/** Like `signatureNamed`. Throws Failure `signature_not_found`. */
export function requireSignature(db: ReadDb, name: string): Signature {
  const signature = signatureNamed(db, name);
  if (signature) return signature;
  throw new Failure('missing', 'signature_not_found', `There is no signature named ${name}.`);
}

/**
 * The signature for a new message or a reply: the named signature, else the default of the sending address, of the
 * account (row id), or of all accounts; undefined if there is none. Throws Failure `signature_not_found` if the named
 * signature does not exist.
 */
export function resolveSignature(
  db: ReadDb,
  scope: {
    name?: string | undefined;
    kind: SignatureKind;
    account?: number | undefined;
    from_email?: string | undefined;
  },
): Signature | undefined {
  if (scope.name !== undefined) return requireSignature(db, scope.name);
  const { kind, account = 0, from_email = '' } = scope;
  return db.get(sql`
    SELECT s.* FROM signature_defaults d JOIN signatures s ON s.id = d.signature
    WHERE d.kind = ${kind} AND (d.account IS NULL OR d.account = ${account})
      AND (d.from_email IS NULL OR d.from_email = ${from_email.toLowerCase()})
    ORDER BY d.from_email IS NULL, d.account IS NULL LIMIT 1`);
}

/** Creates or changes the signature of that name. `now` is an instant. */
export function saveSignature(
  db: WriteDb,
  { signature_id, name, body, now }: Pick<Signature, 'signature_id' | 'name' | 'body'> & { now: string },
): void {
  db.run(sql`
    INSERT INTO signatures (signature_id, name, body, created_at, updated_at)
    VALUES (${signature_id}, ${name}, ${body}, ${now}, ${now})
    ON CONFLICT (name) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at`);
}

/** Removes a signature and its default scopes. */
export function removeSignature(db: WriteDb, name: string): void {
  db.run(sql`DELETE FROM signatures WHERE name = ${name}`);
}

/** The defaults for all accounts and for these accounts, from the widest to the narrowest scope. */
export function signatureDefaults(db: ReadDb, accounts: readonly Pick<Account, 'id'>[]): SignatureDefault[] {
  return db.all(sql`
    SELECT d.kind, d.account, d.from_email, d.signature, d.created_at, d.updated_at, a.account_id
    FROM signature_defaults d LEFT JOIN accounts a ON a.id = d.account
    WHERE d.account IS NULL OR d.account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))
    ORDER BY d.account IS NOT NULL, a.name, a.id, d.from_email IS NOT NULL, d.from_email, d.kind`);
}

export function saveSignatureDefault(
  db: WriteDb,
  { kind, account, from_email }: SignatureScope,
  { signature, now }: { signature: number; now: string },
): void {
  db.run(sql`
    INSERT INTO signature_defaults (signature, kind, account, from_email, created_at, updated_at)
    VALUES (${signature}, ${kind}, ${account}, ${from_email}, ${now}, ${now})
    ON CONFLICT (kind, coalesce(account, 0), coalesce(from_email, ''))
    DO UPDATE SET signature = excluded.signature, updated_at = excluded.updated_at`);
}

export function removeSignatureDefault(db: WriteDb, { kind, account, from_email }: SignatureScope): void {
  db.run(sql`
    DELETE FROM signature_defaults WHERE kind = ${kind} AND account IS ${account} AND from_email IS ${from_email}`);
}

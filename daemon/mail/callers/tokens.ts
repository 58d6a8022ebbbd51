import { createHash, randomBytes } from 'node:crypto';
import { instantOf, type Clock } from '../../base/clock.ts';
import { timeId } from '../../base/ids.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';

type TokenOrigin = 'script' | 'agent' | 'mcp';

/** A token other than the user's own. `account_ids` limits it to these accounts; undefined adds no limit. */
export type Token = {
  token_id: string;
  name: string;
  origin: TokenOrigin;
  account_ids: string[] | undefined;
  created_at: string;
};

type TokenRow = Omit<Token, 'account_ids'> & { is_limited: number };

/** All tokens, oldest first. */
export function allTokens(db: ReadDb): Token[] {
  const rows = db.all<TokenRow>(sql`
    SELECT token_id, name, origin, is_limited, created_at FROM tokens ORDER BY created_at, token_id`);
  return rows.map((row) => tokenFrom(db, row));
}

/** The token with this secret. It is looked up by hash, so that the lookup time reveals nothing about the secret. */
export function tokenWithSecret(db: ReadDb, secret: string): Token | undefined {
  const row = db.get<TokenRow>(sql`
    SELECT token_id, name, origin, is_limited, created_at FROM tokens WHERE hash = ${hashOf(secret)}`);
  return row && tokenFrom(db, row);
}

export function findToken(db: ReadDb, token_id: string): Token | undefined {
  const row = db.get<TokenRow>(sql`
    SELECT token_id, name, origin, is_limited, created_at FROM tokens WHERE token_id = ${token_id}`);
  return row && tokenFrom(db, row);
}

function tokenFrom(db: ReadDb, { is_limited, ...row }: TokenRow): Token {
  if (is_limited === 0) return { ...row, account_ids: undefined };
  const accounts = db.all<{ account_id: string }>(sql`
    SELECT a.account_id FROM token_accounts t JOIN accounts a ON a.id = t.account
    WHERE t.token_id = ${row.token_id} ORDER BY a.id`);
  return { ...row, account_ids: accounts.map(({ account_id }) => account_id) };
}

/** Creates a token, limited to `accounts` (internal ids) if they are given. The secret is returned and not stored. */
export function addToken(
  { db, clock }: { db: WriteDb; clock: Clock },
  { name, origin, accounts }: { name: string; origin: TokenOrigin; accounts: readonly number[] | undefined },
): { token_id: string; secret: string } {
  const token_id = timeId(clock.now());
  const secret = `ph_${randomBytes(32).toString('base64url')}`;
  db.run(sql`
    INSERT INTO tokens (token_id, name, origin, is_limited, hash, created_at)
    VALUES (${token_id}, ${name}, ${origin}, ${accounts !== undefined}, ${hashOf(secret)}, ${instantOf(clock.now())})`);
  db.run(sql`
    INSERT INTO token_accounts (token_id, account)
    SELECT ${token_id}, value FROM json_each(${jsonList(accounts ?? [])})`);
  return { token_id, secret };
}

/** Revokes a token immediately; returns whether it existed. */
export function removeToken(db: WriteDb, token_id: string): boolean {
  return db.run(sql`DELETE FROM tokens WHERE token_id = ${token_id}`).changes > 0;
}

/** Revokes every token: a restored copy of the store must not bring back revoked tokens. */
export function removeAllTokens(db: WriteDb): void {
  db.run(sql`DELETE FROM tokens`);
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

import { createHash, randomBytes } from 'node:crypto';
import { instantOf, type Clock } from '../../base/clock.ts';
import { timeId } from '../../base/ids.ts';
import type { TokenLimits, TokenScope } from '../../safety/policy.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';

type TokenOrigin = 'script' | 'agent' | 'mcp';

/**
 * A token other than the user's own. `account_ids` limits it to these accounts, and `limits` to some requests; undefined
 * adds no limit. It does not work from `expires_at` on.
 */
export type Token = {
  token_id: string;
  name: string;
  origin: TokenOrigin;
  account_ids: string[] | undefined;
  limits: TokenLimits | undefined;
  requests_per_minute: number | null;
  created_at: string;
  expires_at: string | null;
  /** To the minute. */
  last_used_at: string | null;
};

type TokenRow = Omit<Token, 'account_ids' | 'limits'> & {
  is_limited: number;
  scopes: string | null;
  requests: string | null;
};

/** All tokens, oldest first, also those that have expired. */
export function allTokens(db: ReadDb): Token[] {
  const rows = db.all<TokenRow>(
    sql`SELECT token_id, name, origin, is_limited, scopes, requests, requests_per_minute, created_at, expires_at, last_used_at FROM tokens ORDER BY created_at, token_id`,
  );
  return rows.map((row) => tokenFrom(db, row));
}

/**
 * The token with this secret that has not expired. It is looked up by hash, so that the lookup time reveals nothing about
 * the secret.
 */
export function tokenWithSecret(db: ReadDb, secret: string, now: Date): Token | undefined {
  const row = db.get<TokenRow>(sql`
    SELECT token_id, name, origin, is_limited, scopes, requests, requests_per_minute, created_at, expires_at, last_used_at FROM tokens
    WHERE hash = ${hashOf(secret)} AND (expires_at IS NULL OR expires_at > ${instantOf(now)})`);
  return row && tokenFrom(db, row);
}

/** The token with this id, also if it has expired. */
export function findToken(db: ReadDb, token_id: string): Token | undefined {
  const row = db.get<TokenRow>(
    sql`SELECT token_id, name, origin, is_limited, scopes, requests, requests_per_minute, created_at, expires_at, last_used_at FROM tokens WHERE token_id = ${token_id}`,
  );
  return row && tokenFrom(db, row);
}

/** Whether a token exists and has not expired. */
export function isWorking(db: ReadDb, token_id: string, now: Date): boolean {
  const token = findToken(db, token_id);
  return token !== undefined && (token.expires_at === null || token.expires_at > instantOf(now));
}

function tokenFrom(db: ReadDb, { is_limited, scopes, requests, ...row }: TokenRow): Token {
  const limits =
    scopes === null && requests === null
      ? undefined
      : { scopes: listOf<TokenScope>(scopes), requests: listOf<string>(requests) };
  if (is_limited === 0) return { ...row, limits, account_ids: undefined };
  const accounts = db.all<{ account_id: string }>(sql`
    SELECT a.account_id FROM token_accounts t JOIN accounts a ON a.id = t.account
    WHERE t.token_id = ${row.token_id} ORDER BY a.id`);
  return { ...row, limits, account_ids: accounts.map(({ account_id }) => account_id) };
}

function listOf<Name extends string>(json: string | null): Name[] {
  return json === null ? [] : (JSON.parse(json) as Name[]);
}

/** What a new token is made of. `accounts` are internal ids. */
type NewToken = Pick<Token, 'name' | 'origin'> & {
  accounts?: readonly number[] | undefined;
  scopes?: readonly TokenScope[] | undefined;
  requests?: readonly string[] | undefined;
  requests_per_minute?: number | undefined;
  expires_at?: string | undefined;
};

/** Records when a token was used. */
export function recordTokenUse(db: WriteDb, token_id: string, at: string): void {
  db.run(sql`
    UPDATE tokens SET last_used_at = ${at}
    WHERE token_id = ${token_id} AND (last_used_at IS NULL OR last_used_at < ${at})`);
}

/** Creates a token. The secret is returned and not stored. */
export function addToken(
  { db, clock }: { db: WriteDb; clock: Clock },
  { name, origin, accounts, scopes, requests, requests_per_minute, expires_at }: NewToken,
): { token_id: string; secret: string } {
  const token_id = timeId(clock.now());
  const secret = `ph_${randomBytes(32).toString('base64url')}`;
  db.run(sql`
    INSERT INTO tokens (token_id, name, origin, is_limited, hash, created_at, scopes, requests, requests_per_minute,
      expires_at)
    VALUES (${token_id}, ${name}, ${origin}, ${accounts !== undefined}, ${hashOf(secret)}, ${instantOf(clock.now())},
      ${scopes ? jsonList(scopes) : null}, ${requests ? jsonList(requests) : null}, ${requests_per_minute ?? null}, ${expires_at ?? null})`);
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

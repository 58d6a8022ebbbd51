import type { Actor } from '../../contract/ownership.ts';
import { sql, type Sql } from '../../store/db.ts';

/** The SQL form of `isSameActor`, for a table with the columns `origin` and `token_id`. */
export function actorIs({ origin, token_id }: Actor): Sql {
  return token_id ? sql`token_id = ${token_id}` : sql`token_id IS NULL AND origin = ${origin}`;
}

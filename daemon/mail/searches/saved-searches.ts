import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';

/** A saved search as stored, with the public id of its account if it is limited to one. */
export type SavedSearch = {
  id: number;
  search_id: string;
  account: number | null;
  account_id: string | null;
  name: string;
  query: string;
  search_mode: 'lexical' | 'hybrid' | 'semantic';
  sort: 'DateDesc' | 'DateAsc' | 'Relevance';
  icon: string | null;
  position: number;
  created_at: string;
};

type SavedSearchFields = Omit<SavedSearch, 'id' | 'account_id'>;

type Owner = Pick<Account, 'id'>;

/** The searches for all accounts and for these accounts, in display order. */
export function savedSearches(db: ReadDb, accounts: readonly Owner[]): SavedSearch[] {
  return db.all(sql`
    SELECT s.*, a.account_id FROM saved_searches s LEFT JOIN accounts a ON a.id = s.account
    WHERE s.account IS NULL OR s.account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))
    ORDER BY s.position, s.id`);
}

/** The search with that name, in any spelling, among those for all accounts and for these accounts. */
export function searchNamed(db: ReadDb, accounts: readonly Owner[], name: string): SavedSearch | undefined {
  const key = nameKey(name);
  return savedSearches(db, accounts).find((search) => nameKey(search.name) === key);
}

/** Whether a search other than `excluded` has that name, in any account. */
export function isNameTaken(db: ReadDb, name: string, excluded?: Pick<SavedSearch, 'id'>): boolean {
  const found = db.get(
    sql`SELECT 1 FROM saved_searches WHERE name_key = ${nameKey(name)} AND id IS NOT ${excluded?.id ?? null}`,
  );
  return found !== undefined;
}

export function countSavedSearches(db: ReadDb): number {
  return db.get<{ n: number }>(sql`SELECT count(*) AS n FROM saved_searches`)?.n ?? 0;
}

/** The position after all searches that are not pinned. */
export function lastPosition(db: ReadDb): number {
  return db.get<{ last: number }>(sql`SELECT max(0, coalesce(max(position) + 1, 0)) AS last FROM saved_searches`)!.last;
}

export function insertSearch(db: WriteDb, search: SavedSearchFields): void {
  const { search_id, account, name, query, search_mode, sort, icon, position, created_at } = search;
  db.run(sql`
    INSERT INTO saved_searches (search_id, account, name, name_key, query, search_mode, sort, icon, position, created_at)
    VALUES (${search_id}, ${account}, ${name}, ${nameKey(name)}, ${query}, ${search_mode}, ${sort}, ${icon}, ${position},
      ${created_at})`);
}

export function updateSearch(
  db: WriteDb,
  { id, account, name, query, search_mode, sort, icon, position }: SavedSearch,
) {
  db.run(sql`
    UPDATE saved_searches SET account = ${account}, name = ${name}, name_key = ${nameKey(name)}, query = ${query},
      search_mode = ${search_mode}, sort = ${sort}, icon = ${icon}, position = ${position}
    WHERE id = ${id}`);
}

export function deleteSearch(db: WriteDb, { id }: Pick<SavedSearch, 'id'>): void {
  db.run(sql`DELETE FROM saved_searches WHERE id = ${id}`);
}

/** The accounts of a search, among those that the caller may see. */
export function accountsSearched<Each extends Owner>(
  { account }: Pick<SavedSearch, 'account'>,
  accounts: readonly Each[],
): readonly Each[] {
  return account === null ? accounts : accounts.filter(({ id }) => id === account);
}

/**
 * Names are equal if they only differ in case, in composed or decomposed accents, or in full-width letters; `ß` equals
 * `ss`.
 */
function nameKey(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

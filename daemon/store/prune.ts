import { sql, type ReadDb, type Sql, type WriteDb } from './db.ts';

type ForeignKey = { table: string; column: string; parent: string; parentColumn: string; isNullable: boolean };

/**
 * Removes every reference to a row that does not exist: sets the column to null where it may be null, else deletes the row.
 * Returns how many rows were changed or deleted in each table.
 */
export function pruneDanglingRows(db: WriteDb): Map<string, number> {
  const keys = foreignKeys(db);
  const pruned = new Map<string, number>();
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const key of keys) {
      const { changes } = db.run(key.isNullable ? clearing(key) : deleting(key));
      if (changes > 0) pruned.set(key.table, (pruned.get(key.table) ?? 0) + changes);
      isChanged ||= changes > 0;
    }
  }
  return pruned;
}

function foreignKeys(db: ReadDb): ForeignKey[] {
  const tables = db.all<{ name: string }>(sql`SELECT name FROM sqlite_schema WHERE type = 'table'`);
  return tables.flatMap(({ name }) => {
    const columns = db.all<{ name: string; notnull: number; pk: number }>(sql`
      SELECT name, "notnull", pk FROM pragma_table_info(${name})`);
    const keys = db.all<{ from: string; table: string; to: string | null }>(sql`
      SELECT "from", "table", "to" FROM pragma_foreign_key_list(${name})`);
    return keys.map(({ from, table: parent, to }) => ({
      table: name,
      column: from,
      parent,
      parentColumn: to ?? primaryKeyOf(db, parent),
      isNullable: columns.some((column) => column.name === from && column.notnull === 0 && column.pk === 0),
    }));
  });
}

function primaryKeyOf(db: ReadDb, table: string): string {
  const key = db.get<{ name: string }>(sql`SELECT name FROM pragma_table_info(${table}) WHERE pk = 1`);
  return key?.name ?? 'rowid';
}

function clearing(key: ForeignKey): Sql {
  return statement(`UPDATE "${key.table}" SET "${key.column}" = NULL WHERE ${dangling(key)}`);
}

function deleting(key: ForeignKey): Sql {
  return statement(`DELETE FROM "${key.table}" WHERE ${dangling(key)}`);
}

function dangling({ table, column, parent, parentColumn }: ForeignKey): string {
  return `"${column}" IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM "${parent}" AS parent WHERE parent."${parentColumn}" = "${table}"."${column}")`;
}

/** The names come from the schema, so they are part of the text. */
function statement(text: string): Sql {
  return { text, values: [] };
}

import { sql, type Sql } from '../../store/db.ts';

/** Joins parts of a statement, with the values of all. */
export function joinSql(fragments: readonly Sql[], separator: string): Sql {
  return { text: fragments.map(({ text }) => text).join(separator), values: fragments.flatMap(({ values }) => values) };
}

/** A conjunction of conditions. */
export function sqlAnd(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`1` : joinSql(conditions.map(inBrackets), ' AND ');
}

export function sqlOr(conditions: readonly Sql[]): Sql {
  return joinSql(conditions.map(inBrackets), ' OR ');
}

/** The negation of a condition that is never NULL. */
export function sqlNot({ text, values }: Sql): Sql {
  return { text: `NOT (${text})`, values };
}

function inBrackets({ text, values }: Sql): Sql {
  return { text: `(${text})`, values };
}

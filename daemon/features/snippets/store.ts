import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';

type Snippet = { name: string; body: string; vars: string[]; created_at: string; updated_at: string };

type SnippetRow = Omit<Snippet, 'vars'> & { vars: string };

export function allSnippets(db: ReadDb): Snippet[] {
  const rows = db.all<SnippetRow>(sql`
    SELECT name, body, vars, created_at, updated_at FROM snippets ORDER BY name COLLATE NOCASE, name`);
  return rows.map((row) => ({ ...row, vars: JSON.parse(row.vars) as string[] }));
}

export function saveSnippet(
  db: WriteDb,
  { name, body, vars, now }: Pick<Snippet, 'name' | 'body' | 'vars'> & { now: string },
): Snippet {
  const { created_at } = db.all<Pick<Snippet, 'created_at'>>(sql`
    INSERT INTO snippets (name, body, vars, created_at, updated_at)
    VALUES (${name}, ${body}, ${JSON.stringify(vars)}, ${now}, ${now})
    ON CONFLICT (name) DO UPDATE SET body = excluded.body, vars = excluded.vars, updated_at = excluded.updated_at
    RETURNING created_at`)[0]!;
  return { name, body, vars, created_at, updated_at: now };
}

export function removeSnippet(db: WriteDb, name: string): void {
  db.run(sql`DELETE FROM snippets WHERE name = ${name}`);
}

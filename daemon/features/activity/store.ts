import { Failure } from '../../base/failure.ts';
import { activityFilter, type ActivityFilter } from '../../contract/activity.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';

type SavedFilter = {
  slug: string;
  name: string;
  filter: ActivityFilter;
  created_at: number;
  updated_at: number;
};

const maxSavedFilters = 200;

export function savedFilters(db: ReadDb): SavedFilter[] {
  return db
    .all<StoredFilter>(sql`SELECT slug, name, filter, created_at, updated_at FROM activity_filters ORDER BY name, slug`)
    .map(parseStoredFilter);
}

export function savedFilterOf(db: ReadDb, slug: string): SavedFilter {
  const found = db.get<StoredFilter>(sql`
    SELECT slug, name, filter, created_at, updated_at FROM activity_filters WHERE slug = ${slug}`);
  if (!found) throw filterNotFound();
  return parseStoredFilter(found);
}

/** Saves a filter under the slug of its name; replaces a filter with the same slug. */
export function saveFilter(
  db: WriteDb,
  { name, filter, now }: { name: string; filter: ActivityFilter; now: number },
): SavedFilter {
  const slug = slugOf(name);
  const known = savedFilters(db);
  if (known.length >= maxSavedFilters && !known.some((each) => each.slug === slug))
    throw new Failure(
      'conflict',
      'too_many_filters',
      `There are already ${maxSavedFilters} saved filters. Remove one first.`,
    );
  db.run(sql`
    INSERT INTO activity_filters (slug, name, filter, created_at, updated_at)
    VALUES (${slug}, ${name}, ${JSON.stringify(filter)}, ${now}, ${now})
    ON CONFLICT (slug) DO UPDATE SET name = excluded.name, filter = excluded.filter, updated_at = excluded.updated_at`);
  return savedFilterOf(db, slug);
}

export function removeFilter(db: WriteDb, slug: string): void {
  if (db.run(sql`DELETE FROM activity_filters WHERE slug = ${slug}`).changes === 0) throw filterNotFound();
}

type StoredFilter = Omit<SavedFilter, 'filter'> & { filter: string };

function parseStoredFilter({ filter, ...row }: StoredFilter): SavedFilter {
  return { ...row, filter: activityFilter.parse(JSON.parse(filter)) };
}

/** A name as one URL segment. A name without letters and digits also gets a slug. */
function slugOf(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '');
  return (
    plain
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 100) || 'filter'
  );
}

function filterNotFound(): Failure {
  return new Failure('missing', 'not_found', 'No filter is saved under that slug.');
}

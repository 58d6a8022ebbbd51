import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isMissing, writePrivately } from '../../config/private-file.ts';

const checkRecordSchema = z.object({
  checked_at: z.iso.datetime({ precision: 3 }),
  /** What is wrong with the backup, as text for the user; null if it opens and is complete. */
  problem: z.string().nullable(),
});

/** The result of the last check of a backup. It is a file of its own, because the manifest of a backup never changes. */
type CheckRecord = z.output<typeof checkRecordSchema>;

const fileName = 'checked.json';

export function saveCheckRecord(backupPath: string, record: CheckRecord): void {
  writePrivately(join(backupPath, fileName), `${JSON.stringify(record)}\n`);
}

/** Undefined if the backup was not checked yet. A record that cannot be read says nothing about the backup. */
export function readCheckRecord(backupPath: string): CheckRecord | undefined {
  try {
    return checkRecordSchema.safeParse(JSON.parse(readFileSync(join(backupPath, fileName), 'utf8'))).data;
  } catch (thrown) {
    if (isMissing(thrown) || thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}

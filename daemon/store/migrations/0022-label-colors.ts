import type { WriteDb } from '../db.ts';

/** The colors of labels on servers that have them. */
export function labelColors(db: WriteDb): void {
  db.exec(`
    -- The color that the server reported last, or has since a color was sent to it.
    ALTER TABLE labels ADD COLUMN server_color TEXT;
    -- The user chose the color, and the server does not have it yet.
    ALTER TABLE labels ADD COLUMN is_color_unsent INTEGER NOT NULL DEFAULT 0;
    UPDATE labels SET is_color_unsent = 1 WHERE color IS NOT NULL;
  `);
}

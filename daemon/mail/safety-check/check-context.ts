import type { Config } from '../../config/schema/schema.ts';
import type { ReadDb } from '../../store/db.ts';

export type CheckContext = {
  db: ReadDb;
  settings: Config['safety'];
  now: Date;
  /** IANA name of the user's time zone; the time zone of the machine if omitted. */
  zone?: string | undefined;
  /** The send time, if it is fixed. */
  send_at?: Date | undefined;
};

import { randomBytes } from 'node:crypto';
import type { Clock } from './base/clock.ts';
import type { Config } from './config/schema.ts';
import type { Announcement } from './contract/events.ts';
import { checkDraft } from './mail/safety-check/check.ts';
import { overridesOf } from './mail/safety-check/overrides.ts';
import { sendingOf, type Sending } from './mail/sending.ts';
import type { ReadDb } from './store/db.ts';

export type SendingWorkParts = {
  read: ReadDb;
  clock: Clock;
  announce: (announcement: Announcement) => void;
  config: { readonly current: Pick<Config, 'safety' | 'send'> };
  /** IANA name of the time zone the owner lives in; the machine's own where it is left out. */
  zone?: string | undefined;
  /** Has the sender of an account look for what is due. */
  ringSender: (account_id: string) => void;
  /** What lies of an account's drafts on its server may be out of date. */
  onDraft: (account_id: string) => void;
};

/** What sends, with the checks that everything going out must pass. */
export function sendingWork({ config, zone, ...parts }: SendingWorkParts): Sending {
  const { clock } = parts;
  const { withOverride, takeOverride } = overridesOf({ clock, key: randomBytes(32) });
  return sendingOf({
    ...parts,
    checkDraft(db, draft, { actor, send_at } = {}) {
      const report = checkDraft(draft, { db, settings: config.current.safety, now: clock.now(), zone, send_at });
      return actor ? withOverride(db, draft, report, actor) : report;
    },
    takeOverride,
    undoSeconds: () => config.current.send.undo_seconds,
  });
}

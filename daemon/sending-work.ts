import type { Clock } from './base/clock.ts';
import type { Config } from './config/schema.ts';
import type { Announcement } from './contract/events.ts';
import { checkDraft } from './mail/safety-check/check.ts';
import { takeOverride } from './mail/safety-check/overrides.ts';
import { sendingOf, type Sending } from './mail/sending.ts';
import type { ReadDb } from './store/db.ts';

export type SendingWorkParts = {
  read: ReadDb;
  clock: Clock;
  announce: (announcement: Announcement) => void;
  config: { readonly current: Pick<Config, 'safety' | 'send'> };
  /** Has the sender of an account look for what is due. */
  ringSender: (account_id: string) => void;
};

/** What sends, with the checks that everything going out must pass. */
export function sendingWork({ config, ...parts }: SendingWorkParts): Sending {
  const { clock } = parts;
  return sendingOf({
    ...parts,
    checkDraft: (db, draft, mode) => checkDraft(draft, { db, settings: config.current.safety, now: clock.now(), mode }),
    takeOverride,
    undoSeconds: () => config.current.send.undo_seconds,
  });
}

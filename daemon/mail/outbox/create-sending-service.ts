import { randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { Config } from '../../config/schema/schema.ts';
import type { Announcement } from '../../contract/events.ts';
import { checkDraft } from '../safety-check/check.ts';
import { createOverrides } from '../safety-check/overrides.ts';
import { openSendingService, type SendingService } from './sending-service.ts';
import type { ReadDb } from '../../store/db.ts';

type SendingServiceDeps = {
  read: ReadDb;
  clock: Clock;
  announce: (announcement: Announcement) => void;
  config: { readonly current: Pick<Config, 'safety' | 'send'> };
  /** IANA name of the time zone the owner lives in; the machine's own where it is left out. */
  zone?: string | undefined;
  /** Has the sender of an account look for what is due. */
  notifySender: (account_id: string) => void;
  /** What lies of an account's drafts on its server may be out of date. */
  onDraft: (account_id: string) => void;
};

/** What sends, with the checks that everything going out must pass. */
export function createSendingService({ config, zone, ...deps }: SendingServiceDeps): SendingService {
  const { clock } = deps;
  const { addOverrideTokens, redeemOverride } = createOverrides({ clock, key: randomBytes(32) });
  return openSendingService({
    ...deps,
    checkDraft(db, draft, { actor, send_at } = {}) {
      const report = checkDraft(draft, { db, settings: config.current.safety, now: clock.now(), zone, send_at });
      return actor ? addOverrideTokens(db, draft, report, actor) : report;
    },
    redeemOverride,
    undoSeconds: () => config.current.send.undo_seconds,
  });
}

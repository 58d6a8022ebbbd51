import { type Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { SendingService } from '../../mail/outbox/sending-service.ts';
import type { WriteDb } from '../../store/db.ts';

export type DeliveryReportLoopDeps = {
  db: WriteDb;
  clock: Clock;
  log: Log;
  sending: SendingService;
  announce: (announcement: Announcement) => void;
  accounts: () => readonly Account[];
};

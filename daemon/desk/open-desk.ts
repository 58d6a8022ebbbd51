import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { LiveConfig } from '../config/live.ts';
import type { Did } from '../mail/apply.ts';
import type { Events } from '../mail/events.ts';
import type { SyncProgress } from '../mail/sync-state.ts';
import type { ReadDb, WriteDb } from '../store/db.ts';
import { openChimes } from './chimes.ts';
import type { Desk, NoticeAction } from './desk.ts';
import { openNotices } from './notices.ts';
import { openStatus } from './status.ts';

export type DeskParts = {
  desk: Desk;
  read: ReadDb;
  write: WriteDb;
  clock: Clock;
  log: Log;
  config: LiveConfig;
  /** What happens in the daemon, as every client hears of it. */
  events: Pick<Events, 'subscribe'>;
  progress: SyncProgress;
  /** The IANA name of the zone of the person's clocks, where it is not the machine's own. */
  zone: string | undefined;
  /** Asks for something as the person at the computer. */
  ask: (name: string, input: Record<string, unknown>) => Promise<unknown>;
};

export type OpenedDesk = {
  /** Somebody has just done something to mail. */
  acted(did: Did): void;
  /** A pause was begun or ended. */
  paused(): void;
  /** The person did something from a notification. They are told where it cannot be done. */
  answer(notice: string, action: NoticeAction): Promise<void>;
  close(): void;
};

/** Tells a desktop what the person at it should see and hear. It listens as any client does and drives nothing. */
export function openDesk(parts: DeskParts): OpenedDesk {
  const chimes = openChimes(parts);
  const notices = openNotices(parts);
  const status = openStatus(parts);
  return {
    acted: chimes.acted,
    paused() {
      notices.paused();
      status.look();
    },
    answer: notices.answer,
    close() {
      for (const part of [chimes, notices, status]) part.close();
    },
  };
}

import type { Events } from '../../mail/events/events.ts';
import { findSend, type OutboxRow } from '../../mail/outbox/outbox.ts';
import { sql, type ReadDb } from '../../store/db.ts';
import type { DemoControls } from './demo-controls.ts';

export type MoveClockDeps = { clock: DemoControls['clock']; read: ReadDb; events: Pick<Events, 'subscribe'> };

/** The longest wait for the attempt to send a message, in milliseconds. */
const maxAttemptMs = 5_000;

/**
 * Moves the clock forward and stops whenever a message is to be sent: a scheduled message that is minutes late is not sent.
 * What else becomes due does so at the end.
 */
export async function moveClock(deps: MoveClockDeps, to: string): Promise<void> {
  for (let next = nextSend(deps.read, to); next; next = nextSend(deps.read, to))
    if (!(await moveToSend(deps, next))) break;
  advanceTo(deps.clock, to);
}

type QueuedSend = Pick<OutboxRow, 'send_id' | 'next_at'>;

/** The next message that is to be sent until an instant. */
function nextSend(db: ReadDb, until: string): QueuedSend | undefined {
  return db.get<QueuedSend>(sql`
    SELECT send_id, next_at FROM outbox
    WHERE state = 'queued' AND next_at <= ${until} ORDER BY next_at, id LIMIT 1`);
}

/** Whether an attempt to send the message ended or was put off within the longest wait. */
async function moveToSend({ clock, read, events }: MoveClockDeps, send: QueuedSend): Promise<boolean> {
  const attempted = new AbortController();
  const unsubscribe = events.subscribe(() => {
    const row = findSend(read, send.send_id);
    if (row?.state !== 'sending' && (row?.state !== 'queued' || row.next_at !== send.next_at)) attempted.abort();
  });
  advanceTo(clock, send.next_at);
  await clock.wait(maxAttemptMs, attempted.signal);
  unsubscribe();
  return attempted.signal.aborted;
}

function advanceTo(clock: DemoControls['clock'], instant: string): void {
  clock.advance(Math.max(0, Date.parse(instant) - clock.now().getTime()));
}

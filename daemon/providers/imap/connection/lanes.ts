import type { Door, Held } from './door.ts';
import type { AccountPlaces } from './host-budget.ts';
import { openLine, type Line, type TwoWayLine } from './line.ts';
import type { LineTimes } from './line-times.ts';
import { TooManyConnections } from './trouble.ts';

/** An account's connections by what they are for. Each is made when first needed. */
export type Lanes = {
  /** Folders, changes and sources. */
  sync: Line;
  /** What the user is doing, which never waits behind a sync that has a connection of its own. */
  user: Line;
  /** A connection to watch with. It waits as long as there is no room for one. */
  watch(signal: AbortSignal): Promise<Held>;
  close(): Promise<void>;
};

type Parts = { host: string; door: Door; places: AccountPlaces; times: LineTimes };

export function openLanes({ host, door, places, times }: Parts): Lanes {
  const sync = openLine({ host, open: (signal) => door('sync', signal), times });
  const own = openLine({ host, open: (signal) => door('user', signal), times });
  return {
    sync: sync.line,
    user: eitherLine(own, sync, () => places.hasRoom('user')),
    watch: (signal) => door('watch', signal),
    async close() {
      await Promise.all([sync.line.close(), own.line.close()]);
    },
  };
}

/** The user's own line, or the sync's with the next turn where there cannot be a second one. */
function eitherLine(own: TwoWayLine, sync: TwoWayLine, hasRoom: () => boolean): Line {
  let last = own.line;
  const over = <T>(line: Line, work: (line: Line) => Promise<T>) => work((last = line));
  const choose = async <T>(work: (line: Line) => Promise<T>): Promise<T> => {
    if (!own.isOpen() && !hasRoom() && sync.isOpen()) return over(sync.urgent, work);
    try {
      return await over(own.line, work);
    } catch (error) {
      // It was thrown instead of a connection, so nothing has been done yet.
      if (!(error instanceof TooManyConnections)) throw error;
      return over(sync.urgent, work);
    }
  };
  return {
    get stands() {
      return last.stands;
    },
    use: (signal, work) => choose((line) => line.use(signal, work)),
    useOnce: (signal, work) => choose((line) => line.useOnce(signal, work)),
    close: () => own.line.close(),
  };
}

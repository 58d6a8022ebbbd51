import { instantOf, type Clock } from '../../base/clock.ts';
import type { Announcement } from '../../contract/events.ts';

/** A page of another program on this computer, which waits for the user's decision. */
type WaitingLocalPage = { origin: string; asked_at: string };

/** The pages that want the token and that the user has not decided about. A restart forgets them; the page asks again. */
export type LocalPages = {
  /** A page wants the token. Clients are told of the first time only. */
  ask(origin: string): void;
  /** The longest waiting first. */
  waiting(): readonly WaitingLocalPage[];
  /** The user has decided, or the page is no longer to be shown. Returns whether it waited. */
  settle(origin: string): boolean;
};

/** A program that opens many ports must not fill the page with its questions. */
const maxWaiting = 20;

export function createLocalPages({
  clock,
  announce,
}: {
  clock: Clock;
  announce: (announcement: Announcement) => void;
}): LocalPages {
  const waiting = new Map<string, WaitingLocalPage>();
  return {
    ask(origin) {
      if (waiting.has(origin) || waiting.size >= maxWaiting) return;
      waiting.set(origin, { origin, asked_at: instantOf(clock.now()) });
      announce({ event: 'LocalPageAsked', origin });
    },
    waiting: () => [...waiting.values()],
    settle: (origin) => waiting.delete(origin),
  };
}

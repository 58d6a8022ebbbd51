import type { Desk, Notice } from './desk.ts';
import type { Words } from './notices-words.ts';

/** A notice with all that is known of it. */
export type Posting = Pick<Notice, 'id' | 'kind' | 'path'> & {
  words: Words;
  /** Absent where there is nothing to be done from it. */
  actions?: Notice['actions'];
  /** The public ids of the messages it is about, and of their conversation where it is one. */
  messages?: readonly string[];
  thread_id?: string;
  /** Whether what it says is still so, or still of any use. */
  isStill(): boolean;
};

export type BoardParts = {
  desk: Pick<Desk, 'show' | 'withdraw'>;
  settings: () => { enabled: boolean; show_content: boolean };
  isSilent: () => boolean;
  /** Something waits for the end of a silence. */
  onHeld: () => void;
};

export type Board = {
  /** Shows it, or keeps it until a silence is over. */
  post(posting: Posting): void;
  /** What is shown under an id. */
  posted(id: string): Posting | undefined;
  /** Takes away what is of no use any more. */
  look(): void;
  takeDown(ids: readonly string[]): void;
  /** A silence is over: shows what has come meanwhile and is still so. */
  release(): void;
  /** Takes everything away, and forgets what waits. */
  clear(): void;
};

/** More are of no use to anybody; the oldest go. */
const mostShown = 50;
const mostHeld = 20;

/** What is shown on the desktop, and what waits for the end of a silence; remembered in memory alone. */
export function openBoard({ desk, settings, isSilent, onHeld }: BoardParts): Board {
  const shown = new Map<string, Posting>();
  const held = new Map<string, Posting>();

  function takeDown(ids: readonly string[]): void {
    const gone = ids.filter((id) => shown.delete(id));
    if (gone.length > 0) desk.withdraw(gone);
  }

  function post(posting: Posting): void {
    if (!settings().enabled) return;
    if (isSilent()) {
      putLast(held, posting);
      for (const id of oldest(held, mostHeld)) held.delete(id);
      return onHeld();
    }
    putLast(shown, posting);
    takeDown(oldest(shown, mostShown));
    const { id, kind, path, words, actions = [] } = posting;
    const { show_content } = settings();
    const said = show_content ? words.open : words.closed;
    desk.show({ id, kind, path, ...said, actions: show_content ? actions : [] });
  }

  return {
    post,
    takeDown,
    posted: (id) => shown.get(id),
    look() {
      takeDown([...shown.values()].filter((posting) => !posting.isStill()).map(({ id }) => id));
    },
    release() {
      const waiting = [...held.values()];
      held.clear();
      for (const posting of waiting) if (posting.isStill()) post(posting);
    },
    clear() {
      held.clear();
      takeDown([...shown.keys()]);
    },
  };
}

function putLast(map: Map<string, Posting>, posting: Posting): void {
  map.delete(posting.id);
  map.set(posting.id, posting);
}

function oldest(map: ReadonlyMap<string, Posting>, most: number): string[] {
  return [...map.keys()].slice(0, Math.max(0, map.size - most));
}

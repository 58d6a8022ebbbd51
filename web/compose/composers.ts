import type { Api } from '../api.ts';
import { wordsOf } from '../design/panel.tsx';
import type { Toasts } from '../mutations/toasts.ts';
import { Refusal } from '../session.ts';
import { strings } from '../strings.ts';
import type { EarlyKeys } from './early-keys.ts';
import type { ComposeSession } from './writing.ts';

/** What is begun: a new message, or an answer to one. */
export type Wish =
  | { kind: 'new'; to?: string; cc?: string; bcc?: string; subject?: string; body?: string; account_id?: string }
  | { kind: 'reply' | 'reply_all' | 'forward'; message_id: string };

/** One message that is open for writing, or one whose HTML can only be looked at. */
export type Composer = { key: number; isFresh: boolean } & (
  { kind: 'writing'; session: ComposeSession } | { kind: 'html'; draftId: string; html: string }
);

export type ComposersState = {
  open: readonly Composer[];
  /** The one that is unfolded; the others are titles. */
  active: number | undefined;
  isFull: boolean;
};

export type Composers = {
  state: () => ComposersState;
  subscribe: (listener: () => void) => () => void;
  /** Opens what is asked for, or says why it cannot be. Answers whether it is open. */
  begin: (wish: Wish) => Promise<boolean>;
  /** Opens a stored draft again as it was. */
  restore: (draftId: string) => Promise<boolean>;
  /** Opens a session again by its path. */
  resume: (path: string) => Promise<boolean>;
  /** Opens again what was open before the page was loaded anew. */
  resumeAll: () => Promise<void>;
  /** Unfolds one, and folds the others; undefined folds all. */
  show: (key: number | undefined) => void;
  fill: (isFull: boolean) => void;
  remove: (key: number) => void;
  /** One has the focus: what was typed before goes there. */
  focused: () => void;
};

const words = strings.compose;
const remembered = 'posthorn-composers';
type Memory = { paths: string[]; active: string | undefined; isFull: boolean };

/** The messages that are open for writing in this window. A load of the page finds them again. */
export function createComposers({ api, toasts, early }: { api: Api; toasts: Toasts; early: EarlyKeys }): Composers {
  let state: ComposersState = { open: [], active: undefined, isFull: false };
  let lastKey = 0;
  let toResume = recall();
  const listeners = new Set<() => void>();

  function set(next: Partial<ComposersState>): void {
    state = { ...state, ...next };
    remember(state, toResume?.paths ?? []);
    for (const listener of listeners) listener();
  }

  function add(
    composer: { kind: 'writing'; session: ComposeSession } | { kind: 'html'; draftId: string; html: string },
    isFresh = true,
  ) {
    const known = state.open.find((each) => sameMessage(each, composer));
    // Neither takes the focus.
    if (composer.kind === 'html' || (known && known.key === state.active)) early.drop();
    lastKey += 1;
    const next = known ?? { ...composer, key: lastKey, isFresh };
    set({ open: known ? state.open : [...state.open, next], active: next.key });
    return true;
  }

  function failed(text: string, error: unknown): false {
    early.drop();
    toasts.show({ tone: 'bad', text, note: wordsOf(error) });
    return false;
  }

  async function resume(path: string): Promise<boolean> {
    early.hold();
    try {
      const { session } = await api.compose.refresh({ draft_path: path });
      return add({ kind: 'writing', session }, false);
    } catch (error) {
      return failed(words.notOpened, error);
    }
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async begin(wish) {
      early.hold();
      try {
        const { session } = await api.compose.open(wish);
        return add({ kind: 'writing', session });
      } catch (error) {
        return failed(words.notBegun, error);
      }
    },
    async restore(draftId) {
      try {
        const { session } = await api.compose.restore({ draft_id: draftId });
        return add({ kind: 'writing', session }, false);
      } catch (error) {
        const html =
          error instanceof Refusal && error.code === 'html_draft_not_editable' && error.details['previewHtml'];
        if (typeof html === 'string') return add({ kind: 'html', draftId, html });
        return failed(words.notOpened, error);
      }
    },
    resume,
    async resumeAll() {
      const memory = toResume;
      if (!memory) return;
      if (memory.active !== undefined) early.hold();
      const sessions = await Promise.all(memory.paths.map((path) => sessionOrGone(api, path))).catch((error) => {
        early.drop();
        throw error;
      });
      toResume = undefined;
      const found = sessions.filter((session) => session !== undefined);
      for (const session of found) add({ kind: 'writing', session }, false);
      const active = state.open.find((each) => each.kind === 'writing' && each.session.draftPath === memory.active);
      if (!active) early.drop();
      set({ active: active?.key, isFull: memory.isFull });
    },
    focused: () => early.give(),
    show: (key) => set({ active: key }),
    fill: (isFull) => set({ isFull }),
    remove(key) {
      const open = state.open.filter((each) => each.key !== key);
      set({ open, active: state.active === key ? undefined : state.active, isFull: open.length > 0 && state.isFull });
    },
  };
}

function sameMessage(one: Composer, other: Omit<Composer, 'key' | 'isFresh'> & Partial<Composer>): boolean {
  if (one.kind === 'writing' && other.kind === 'writing') return one.session.draftPath === other.session?.draftPath;
  return one.kind === 'html' && other.kind === 'html' && one.draftId === other.draftId;
}

/** A session that ended elsewhere meanwhile is not opened again; one that cannot be asked for now is another matter. */
async function sessionOrGone(api: Api, path: string): Promise<ComposeSession | undefined> {
  try {
    return (await api.compose.refresh({ draft_path: path })).session;
  } catch (error) {
    if (error instanceof Refusal && ['session_ended', 'session_not_found'].includes(error.code)) return undefined;
    throw error;
  }
}

function remember({ open, active, isFull }: ComposersState, waiting: readonly string[]): void {
  const paths = open.flatMap((each) =>
    each.kind === 'writing' ? [{ key: each.key, path: each.session.draftPath }] : [],
  );
  const memory: Memory = {
    paths: [...new Set([...waiting, ...paths.map(({ path }) => path)])],
    active: paths.find(({ key }) => key === active)?.path,
    isFull,
  };
  sessionStorage.setItem(remembered, JSON.stringify(memory));
}

function recall(): Memory | undefined {
  const text = sessionStorage.getItem(remembered);
  return text === null ? undefined : (JSON.parse(text) as Memory);
}

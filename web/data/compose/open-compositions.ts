import type { Api } from '../../api/client.ts';
import { errorText } from '../../design/feedback/empty-state.tsx';
import type { Toasts } from '../toasts.ts';
import { Refusal } from '../../api/session.ts';
import { createStore } from '../../api/store.ts';
import { strings } from '../../i18n/strings.ts';
import type { KeystrokeBuffer } from './keystroke-buffer.ts';
import type { ComposeSession } from './fields.ts';

/** What a composition starts from: a new message, or an answer to a message. */
type ComposeRequest =
  | { kind: 'new'; to?: string; cc?: string; bcc?: string; subject?: string; body?: string; account_id?: string }
  | { kind: 'reply' | 'reply_all' | 'forward'; message_id: string };

/** A message that is open for writing, or whose HTML can only be viewed. */
export type OpenComposition = {
  key: number;
  /** It began without a text of the user, so that it leaves no draft if it is closed unchanged. */
  isFresh: boolean;
  /** The user moved it from the conversation to the dock. */
  isDocked: boolean;
} & OpenedMessage;
type OpenedMessage = { kind: 'writing'; session: ComposeSession } | { kind: 'html'; draftId: string; html: string };

type OpenCompositionsState = {
  open: readonly OpenComposition[];
  /** The expanded composition; the others show only their titles. */
  active: number | undefined;
  /** Increases when the user asks for a composition that may be active already, so that it takes the focus. */
  focusRequest: number;
  isFull: boolean;
};

export type OpenCompositions = {
  state: () => OpenCompositionsState;
  subscribe: (listener: () => void) => () => void;
  /**
   * Opens a composition, or shows why it cannot be opened. Returns whether it is open. A reply that is already being written
   * is shown instead of a second one. `after` is awaited before it is shown.
   */
  start: (request: ComposeRequest, after?: Promise<unknown>) => Promise<boolean>;
  /** Reopens a stored draft. */
  restore: (draftId: string) => Promise<boolean>;
  /** Opens a session by its path. */
  resume: (path: string) => Promise<boolean>;
  /** Reopens the compositions that were open before the page was reloaded. */
  resumeAll: () => Promise<void>;
  /** Expands one composition and collapses the others; undefined collapses all. */
  show: (key: number | undefined) => void;
  setFull: (isFull: boolean) => void;
  /** Moves a reply to the dock, or back under the message that it answers. */
  setDocked: (key: number, isDocked: boolean) => void;
  remove: (key: number) => void;
  /** A composition has the focus: it becomes the active one, and the held keys are typed into it. */
  handleFocus: (key: number) => void;
};

const t = strings.compose;
const storageKey = 'posthorn-composers';
/** `fresh` are those that began without a text of the user. */
type StoredState = {
  paths: string[];
  docked: string[];
  fresh?: string[];
  active: string | undefined;
  isFull: boolean;
};

type OpenCompositionsDeps = { api: Api; toasts: Toasts; keystrokes: KeystrokeBuffer };

/** The messages that are open for writing in this window. They are restored after a reload. */
export function createOpenCompositions({ api, toasts, keystrokes }: OpenCompositionsDeps): OpenCompositions {
  const list = createCompositionList(keystrokes);
  const { state, subscribe, set, show, add } = list;

  function reportFailure(text: string, error: unknown): false {
    keystrokes.discard();
    toasts.show({ tone: 'bad', text, note: errorText(error) });
    return false;
  }

  type Opening = { failure: string; isFresh: boolean; after?: Promise<unknown> | undefined };

  async function open(request: () => Promise<{ session: ComposeSession }>, { failure, isFresh, after }: Opening) {
    keystrokes.start();
    try {
      const [{ session }] = await Promise.all([request(), after]);
      return add({ kind: 'writing', session }, { isFresh });
    } catch (error) {
      return reportFailure(failure, error);
    }
  }

  return {
    state,
    subscribe,
    async start(request, after) {
      const known = state().open.find((each) => isReplyTo(each, request));
      if (known) return show(known.key);
      // A text that it starts with is kept as a draft, because it may exist nowhere else.
      const isFresh = request.kind !== 'new' || !request.body;
      return open(() => api.compose.open(request), { failure: t.notBegun, isFresh, after });
    },
    async restore(draftId) {
      try {
        const { session } = await api.compose.restore({ draft_id: draftId });
        return add({ kind: 'writing', session }, { isFresh: false });
      } catch (error) {
        const html = previewHtmlOf(error);
        if (html !== undefined) return add({ kind: 'html', draftId, html });
        return reportFailure(t.notOpened, error);
      }
    },
    resume: (path) => open(() => api.compose.refresh({ draft_path: path }), { failure: t.notOpened, isFresh: false }),
    async resumeAll() {
      const stored = list.storedState();
      if (!stored) return;
      if (stored.active !== undefined) keystrokes.start();
      const found = await findSessions(api, stored.paths, keystrokes);
      list.endResuming();
      for (const session of found) {
        const { draftPath, revision } = session;
        // A message that was not changed before the reload leaves no draft when it is closed.
        const isFresh = revision === 1 && stored.fresh?.includes(draftPath) === true;
        add({ kind: 'writing', session }, { isFresh, isDocked: stored.docked.includes(draftPath) });
      }
      const active = state().open.find((each) => each.kind === 'writing' && each.session.draftPath === stored.active);
      if (!active) keystrokes.discard();
      set({ active: active?.key, isFull: stored.isFull });
    },
    handleFocus(key) {
      if (state().active !== key) set({ active: key });
      keystrokes.flush();
    },
    show: (key) => void show(key),
    setFull: (isFull) => set({ isFull }),
    setDocked: list.setDocked,
    remove: list.remove,
  };
}

/** The state of the open compositions, which is stored after each change. */
function createCompositionList(keystrokes: KeystrokeBuffer) {
  const { state, subscribe, change } = createStore<OpenCompositionsState>({
    open: [],
    active: undefined,
    focusRequest: 0,
    isFull: false,
  });
  let lastKey = 0;
  let toResume = readStoredState();

  function set(next: Partial<OpenCompositionsState>): void {
    storeState({ ...state(), ...next }, toResume);
    change(next);
  }

  function show(key: number | undefined, open = state().open): true {
    set({ open, active: key, focusRequest: state().focusRequest + 1 });
    return true;
  }

  return {
    state,
    subscribe,
    set,
    show,
    add(composer: OpenedMessage, { isFresh = true, isDocked = false } = {}): true {
      const known = state().open.find((each) => sameMessage(each, composer));
      // A restored composition does not take the focus.
      if (composer.kind === 'html' || (known && known.key === state().active)) keystrokes.discard();
      lastKey += 1;
      const next = known ?? { ...composer, key: lastKey, isFresh, isDocked };
      return show(next.key, known ? state().open : [...state().open, next]);
    },
    setDocked(key: number, isDocked: boolean): void {
      const open = state().open.map((each) => (each.key === key ? { ...each, isDocked } : each));
      show(key, open);
    },
    remove(key: number): void {
      const open = state().open.filter((each) => each.key !== key);
      set({
        open,
        active: state().active === key ? undefined : state().active,
        isFull: open.length > 0 && state().isFull,
      });
    },
    /** The compositions of the window before its reload, until they are open again. */
    storedState: () => toResume,
    endResuming: () => void (toResume = undefined),
  };
}

/** The HTML of a draft that cannot be edited here, from the details of the refusal. */
function previewHtmlOf(error: unknown): string | undefined {
  const html = error instanceof Refusal && error.code === 'html_draft_not_editable' && error.details['previewHtml'];
  return typeof html === 'string' ? html : undefined;
}

/** Whether a composition answers or forwards the message as the request wants to. */
function isReplyTo(composition: OpenComposition, request: ComposeRequest): boolean {
  if (request.kind === 'new' || composition.kind !== 'writing') return false;
  const { sourceMessageId, frontmatter } = composition.session;
  return sourceMessageId === request.message_id && frontmatter.intent === request.kind;
}

function sameMessage(one: OpenedMessage, other: OpenedMessage): boolean {
  if (one.kind === 'writing' && other.kind === 'writing') return one.session.draftPath === other.session.draftPath;
  return one.kind === 'html' && other.kind === 'html' && one.draftId === other.draftId;
}

async function findSessions(
  api: Api,
  paths: readonly string[],
  keystrokes: KeystrokeBuffer,
): Promise<ComposeSession[]> {
  try {
    const sessions = await Promise.all(paths.map((path) => findSession(api, path)));
    return sessions.filter((session) => session !== undefined);
  } catch (error) {
    keystrokes.discard();
    throw error;
  }
}

/** A session that has ended meanwhile is not reopened. A session that cannot be read now is kept. */
async function findSession(api: Api, path: string): Promise<ComposeSession | undefined> {
  try {
    return (await api.compose.refresh({ draft_path: path })).session;
  } catch (error) {
    if (error instanceof Refusal && ['session_ended', 'session_not_found'].includes(error.code)) return undefined;
    throw error;
  }
}

/** `waiting` are the compositions of the window before its reload that are not reopened yet. */
function storeState({ open, active, isFull }: OpenCompositionsState, waiting: StoredState | undefined): void {
  const writing = open.flatMap(({ key, isDocked, isFresh, ...each }) =>
    each.kind === 'writing' ? [{ key, path: each.session.draftPath, isDocked, isFresh }] : [],
  );
  const pathsOf = (waitingPaths: readonly string[] = [], some: readonly { path: string }[]) => [
    ...new Set([...waitingPaths, ...some.map(({ path }) => path)]),
  ];
  const memory: StoredState = {
    paths: pathsOf(waiting?.paths, writing),
    docked: pathsOf(
      waiting?.docked,
      writing.filter(({ isDocked }) => isDocked),
    ),
    fresh: pathsOf(
      waiting?.fresh,
      writing.filter(({ isFresh }) => isFresh),
    ),
    active: writing.find(({ key }) => key === active)?.path,
    isFull,
  };
  sessionStorage.setItem(storageKey, JSON.stringify(memory));
}

function readStoredState(): StoredState | undefined {
  const text = sessionStorage.getItem(storageKey);
  return text === null ? undefined : (JSON.parse(text) as StoredState);
}

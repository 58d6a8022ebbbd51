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
type OpenComposition = { key: number; isFresh: boolean } & OpenedMessage;
type OpenedMessage = { kind: 'writing'; session: ComposeSession } | { kind: 'html'; draftId: string; html: string };

type OpenCompositionsState = {
  open: readonly OpenComposition[];
  /** The expanded composition; the others show only their titles. */
  active: number | undefined;
  isFull: boolean;
};

export type OpenCompositions = {
  state: () => OpenCompositionsState;
  subscribe: (listener: () => void) => () => void;
  /** Opens a composition, or shows why it cannot be opened. Returns whether it is open. */
  start: (request: ComposeRequest) => Promise<boolean>;
  /** Reopens a stored draft. */
  restore: (draftId: string) => Promise<boolean>;
  /** Opens a session by its path. */
  resume: (path: string) => Promise<boolean>;
  /** Reopens the compositions that were open before the page was reloaded. */
  resumeAll: () => Promise<void>;
  /** Expands one composition and collapses the others; undefined collapses all. */
  show: (key: number | undefined) => void;
  setFull: (isFull: boolean) => void;
  remove: (key: number) => void;
  /** A composition has the focus, so the held keys are typed into it. */
  handleFocus: () => void;
};

const t = strings.compose;
const storageKey = 'posthorn-composers';
type StoredState = { paths: string[]; active: string | undefined; isFull: boolean };

type OpenCompositionsDeps = { api: Api; toasts: Toasts; keystrokes: KeystrokeBuffer };

/** The messages that are open for writing in this window. They are restored after a reload. */
export function createOpenCompositions({ api, toasts, keystrokes }: OpenCompositionsDeps): OpenCompositions {
  const { state, subscribe, change } = createStore<OpenCompositionsState>({
    open: [],
    active: undefined,
    isFull: false,
  });
  let lastKey = 0;
  let toResume = readStoredState();

  function set(next: Partial<OpenCompositionsState>): void {
    storeState({ ...state(), ...next }, toResume?.paths ?? []);
    change(next);
  }

  function add(composer: OpenedMessage, isFresh = true) {
    const known = state().open.find((each) => sameMessage(each, composer));
    // A restored composition does not take the focus.
    if (composer.kind === 'html' || (known && known.key === state().active)) keystrokes.discard();
    lastKey += 1;
    const next = known ?? { ...composer, key: lastKey, isFresh };
    set({ open: known ? state().open : [...state().open, next], active: next.key });
    return true;
  }

  function reportFailure(text: string, error: unknown): false {
    keystrokes.discard();
    toasts.show({ tone: 'bad', text, note: errorText(error) });
    return false;
  }

  async function open(request: () => Promise<{ session: ComposeSession }>, failure: string, isFresh: boolean) {
    keystrokes.start();
    try {
      const { session } = await request();
      return add({ kind: 'writing', session }, isFresh);
    } catch (error) {
      return reportFailure(failure, error);
    }
  }

  return {
    state,
    subscribe,
    start: (request) => open(() => api.compose.open(request), t.notBegun, true),
    async restore(draftId) {
      try {
        const { session } = await api.compose.restore({ draft_id: draftId });
        return add({ kind: 'writing', session }, false);
      } catch (error) {
        const html = previewHtmlOf(error);
        if (html !== undefined) return add({ kind: 'html', draftId, html });
        return reportFailure(t.notOpened, error);
      }
    },
    resume: (path) => open(() => api.compose.refresh({ draft_path: path }), t.notOpened, false),
    async resumeAll() {
      const stored = toResume;
      if (!stored) return;
      if (stored.active !== undefined) keystrokes.start();
      const found = await findSessions(api, stored.paths, keystrokes);
      toResume = undefined;
      for (const session of found) add({ kind: 'writing', session }, false);
      const active = state().open.find((each) => each.kind === 'writing' && each.session.draftPath === stored.active);
      if (!active) keystrokes.discard();
      set({ active: active?.key, isFull: stored.isFull });
    },
    handleFocus: () => keystrokes.flush(),
    show: (key) => set({ active: key }),
    setFull: (isFull) => set({ isFull }),
    remove(key) {
      const open = state().open.filter((each) => each.key !== key);
      set({
        open,
        active: state().active === key ? undefined : state().active,
        isFull: open.length > 0 && state().isFull,
      });
    },
  };
}

/** The HTML of a draft that cannot be edited here, from the details of the refusal. */
function previewHtmlOf(error: unknown): string | undefined {
  const html = error instanceof Refusal && error.code === 'html_draft_not_editable' && error.details['previewHtml'];
  return typeof html === 'string' ? html : undefined;
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

function storeState({ open, active, isFull }: OpenCompositionsState, waiting: readonly string[]): void {
  const paths = open.flatMap((each) =>
    each.kind === 'writing' ? [{ key: each.key, path: each.session.draftPath }] : [],
  );
  const memory: StoredState = {
    paths: [...new Set([...waiting, ...paths.map(({ path }) => path)])],
    active: paths.find(({ key }) => key === active)?.path,
    isFull,
  };
  sessionStorage.setItem(storageKey, JSON.stringify(memory));
}

function readStoredState(): StoredState | undefined {
  const text = sessionStorage.getItem(storageKey);
  return text === null ? undefined : (JSON.parse(text) as StoredState);
}

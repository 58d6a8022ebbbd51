import type { QueryClient } from '@tanstack/react-query';
import type { SidebarItem } from '../../daemon/contract/shell.ts';
import type { Api } from '../api.ts';
import type { Live } from '../live.ts';
import { useParts } from '../parts.ts';
import { shellQuery, syncQuery } from '../queries.ts';
import type { ChimeEvent } from '../sounds/queries.ts';
import type { Sounds } from '../sounds/sounds.ts';
import { strings } from '../strings.ts';
import { didWords, notDoneWords } from './change-words.ts';
import { createAsk } from './asking.ts';
import { type Change, countOf, rowsOfTarget, type Target } from './change.ts';
import { createOverlay } from './overlay.ts';
import { patchOf } from './patch.ts';
import { recordWords } from './record-words.ts';
import { type Answer, sendChange } from './sending.ts';
import type { Toasts } from './toasts.ts';
import { createUndoing } from './undoing.ts';

export type { Target } from './change.ts';

/**
 * All that the page does to mail. Each is shown at once in every list, sent, said in a toast with Undo, and taken back
 * in sight where it is refused. A promise ends with whether it was done, and never fails.
 */
export type Acts = {
  archive: (target: Target) => Promise<boolean>;
  trash: (target: Target) => Promise<boolean>;
  spam: (target: Target) => Promise<boolean>;
  star: (target: Target, starred: boolean) => Promise<boolean>;
  read: (target: Target, isRead: boolean) => Promise<boolean>;
  /** Somebody has a conversation before their eyes: it is read, which needs no words and no way back. */
  seen: (target: Target) => Promise<void>;
  /** Labels by name. */
  label: (target: Target, labels: { add: readonly string[]; remove: readonly string[] }) => Promise<boolean>;
  move: (target: Target, labelName: string) => Promise<boolean>;
  /** `until` as the daemon reads it, `words` as a person does. */
  snooze: (target: Target, until: string, words: string) => Promise<boolean>;
  wake: (messageId: string) => Promise<boolean>;
  replyLater: (messageId: string, flag: boolean) => Promise<boolean>;
  /** Takes back what was done, by its mutation id; `words` say what it was. */
  undo: (mutationId: string, words?: string) => Promise<boolean>;
  /** Takes back what was done last, also while it is still being asked for. */
  undoLast: () => Promise<boolean>;
  redoLast: () => Promise<boolean>;
  /** Says what was done by a request of another part of the page, and offers to take it back. */
  done: (words: string, mutationId: string) => void;
};

type ActsParts = { api: Api; client: QueryClient; live: Live; toasts: Toasts; sounds: Pick<Sounds, 'play'> };

const words = strings.acting;

export function createActs({ api, client, live, toasts, sounds }: ActsParts): Acts {
  const overlay = createOverlay(client);
  const ask = createAsk({ client, toasts });
  /** What was done here, by its mutation id. */
  const own = new Set<string | null>();
  const undoing = createUndoing({ api, toasts, ask, waiting: (accounts) => waitingWords({ api, client }, accounts) });

  async function change(target: Target, wanted: Change): Promise<boolean> {
    const count = countOf(target);
    if (count.count === 0) return false;
    const patch = patchOf(target, wanted, sidebarItems({ api, client }));
    const answered = Promise.withResolvers<string | undefined>();
    const done = { words: didWords(wanted, count), mutationId: answered.promise };
    overlay.add(patch);
    undoing.note(done);
    const asked = await ask(
      async () => {
        const answer = await sendChange(api, target, wanted);
        overlay.settle(patch);
        return answer;
      },
      notDoneWords(wanted, count),
    );
    answered.resolve(asked?.answer.mutation_id ?? undefined);
    if (!asked) {
      overlay.drop(patch);
      undoing.forget(done);
      void sounds.play('error');
      return false;
    }
    own.add(asked.answer.mutation_id);
    const chime = chimes[wanted.do];
    if (chime && asked.answer.succeeded > 0) void sounds.play(chime);
    if (isWorthSaying(wanted, target, asked.answer)) undoing.say(done, asked.answer);
    return true;
  }

  async function seen(target: Target): Promise<void> {
    const wanted: Change = { do: 'read', read: true };
    const patch = patchOf(target, wanted, sidebarItems({ api, client }));
    overlay.add(patch);
    try {
      await sendChange(api, target, wanted);
      overlay.settle(patch);
    } catch {
      // Nobody asked for it, so nobody is told: the mail is shown as unread again, which it is.
      overlay.drop(patch);
    }
  }

  async function wake(id: string): Promise<boolean> {
    const asked = await ask(() => api.snooze.wake({ id }), words.notWoken);
    const result = asked?.answer.result;
    void sounds.play(asked ? 'unsnoozed' : 'error');
    if (!result) return asked !== undefined;
    const done = { words: words.woken, mutationId: Promise.resolve(result.mutation_id ?? undefined) };
    undoing.note(done);
    undoing.say(done, result);
    return true;
  }

  async function replyLater(message_id: string, flag: boolean): Promise<boolean> {
    const asked = await ask(() => api.replyLater.set({ message_id, flag }), words.notReplyLater);
    if (!asked) return false;
    // No server knows of it, so that the opposite is its undo.
    const button = { label: words.undo, run: () => void replyLater(message_id, !flag) };
    toasts.show({ tone: 'plain', text: words.replyLater({ flag }), button });
    return true;
  }

  /** Says that a server did not make a change that was shown already: by now it is taken back. */
  async function sayRefused(mutation_id: string): Promise<void> {
    const { mutation } = await api.mutations.get({ mutation_id });
    const { failed, requested, error } = mutation;
    if (failed === requested) void undoing.refuse(mutation_id);
    if (own.has(mutation_id)) void sounds.play('error');
    const text = words.refused({
      said: recordWords(mutation),
      failed,
      of: requested,
      which: failed === requested ? 'all' : 'some',
    });
    toasts.show({ tone: 'bad', text, note: error ?? undefined });
  }

  live.listen((event) => {
    if (event.event !== 'MutationCompleted' || event.failed === 0 || event.mutation_id === null) return;
    // No mail was to change: what a sender refused is in the answer to who asked.
    if (event.kind === 'unsubscribe') return;
    // A page that cannot ask shows the mail as it is all the same, and the history has why.
    sayRefused(event.mutation_id).catch(() => toasts.show({ tone: 'bad', text: words.refusedUnknown }));
  });

  return {
    archive: (target) => change(target, { do: 'archive' }),
    trash: (target) => change(target, { do: 'trash' }),
    spam: (target) => change(target, { do: 'spam' }),
    star: (target, starred) => change(target, { do: 'star', starred }),
    read: (target, isRead) => change(target, { do: 'read', read: isRead }),
    seen,
    label: (target, labels) => change(target, { do: 'label', ...labels }),
    move: (target, labelName) => change(target, { do: 'move', to: labelName }),
    snooze: (target, until, said) => change(target, { do: 'snooze', until, words: said }),
    wake,
    replyLater,
    undo: (mutationId, said = words.something) => undoing.undoNamed(mutationId, said),
    undoLast: undoing.undoLast,
    redoLast: undoing.redoLast,
    done(said, mutationId) {
      const done = { words: said, mutationId: Promise.resolve(mutationId) };
      undoing.note(done);
      toasts.show({ tone: 'plain', text: said, button: undoing.button(done) });
    },
  };
}

/** The acts of this page. */
export function useActs(): Acts {
  return useParts().acts;
}

/** What is done with a sound. */
const chimes: Partial<Record<Change['do'], ChimeEvent>> = {
  archive: 'archived',
  trash: 'trashed',
  spam: 'spam',
  snooze: 'snoozed',
};

/** What shows in its place, such as the star of one row, needs no words beside it. */
function isWorthSaying(wanted: Change, target: Target, { failed, skipped }: Answer): boolean {
  const isInPlace = wanted.do === 'star' || wanted.do === 'read';
  return !isInPlace || rowsOfTarget(target).length !== 1 || failed + skipped > 0;
}

type Known = Pick<ActsParts, 'api' | 'client'>;

/** Where a server cannot be told at the moment, it is said that it will be. */
function waitingWords({ api, client }: Known, accounts: Answer['accounts']): string | undefined {
  const statuses = client.getQueryData(syncQuery(api).queryKey) ?? [];
  const unhealthy = statuses.filter(({ account_id, healthy, last_error }) => {
    return !healthy && last_error !== null && accounts.some((account) => account.account_id === account_id);
  });
  return unhealthy.length > 0
    ? words.waits({
        count: unhealthy.map(({ account_name }) => account_name).length,
        accounts: unhealthy.map(({ account_name }) => account_name),
      })
    : undefined;
}

function sidebarItems({ api, client }: Known): SidebarItem[] {
  const shell = client.getQueryData(shellQuery(api).queryKey);
  return shell?.sidebar.sections.flatMap(({ items }) => items) ?? [];
}

import type { QueryClient } from '@tanstack/react-query';
import type { SidebarItem } from '../../../daemon/contract/shell.ts';
import type { Api } from '../../api/client.ts';
import type { Live } from '../../api/live.ts';
import { shellQuery, syncQuery } from '../queries/mail.ts';
import type { ChimeEvent } from '../queries/notifications.ts';
import type { Sounds } from '../sounds/sounds.ts';
import { strings } from '../../i18n/strings.ts';
import { describeDone, describeFailure, describeProgress, describeStart, kindOf } from './change-text.ts';
import { createJobProgress } from './job-progress.ts';
import { createRunMutation, type RunMutation } from './run-mutation.ts';
import {
  type MailChange,
  type ModeSender,
  countOf,
  isBeyondRows,
  rowsOfTarget,
  type Target,
  type TargetCount,
} from '../../api/mail-change.ts';
import { createOptimisticOverlay, type OptimisticOverlay } from './optimistic-overlay.ts';
import { patchOf } from './query-patch.ts';
import { describeMutation } from './mutation-text.ts';
import { type ChangeResult, sendChange } from './send-change.ts';
import type { DoneMode } from '../lens.ts';
import type { Toasts } from '../toasts.ts';
import { createUndoStack, type UndoableAction, type UndoStack } from './undo-stack.ts';

/** Called when the user has undone the change, to return to the mail. */
type OnUndone = (() => void) | undefined;

/**
 * All changes of the page to mail. Each change is shown at once in every list, sent, and reported in a toast with an undo
 * button. If it is refused, the lists show the previous state again. The promises resolve to whether the change succeeded,
 * and never reject.
 */
export type MailActions = {
  archive: (target: Target, onUndone?: OnUndone) => Promise<boolean>;
  trash: (target: Target, onUndone?: OnUndone) => Promise<boolean>;
  spam: (target: Target, onUndone?: OnUndone) => Promise<boolean>;
  star: (target: Target, starred: boolean) => Promise<boolean>;
  read: (target: Target, isRead: boolean) => Promise<boolean>;
  /** Marks an open conversation as read, without a toast or an undo. */
  markSeen: (target: Target) => Promise<void>;
  /** Whether the user marked the conversation as unread after an instant of `performance.now()`. */
  wasMarkedUnreadAfter: (threadId: string, instant: number) => boolean;
  /** Labels by name. */
  label: (
    target: Target,
    labels: { add: readonly string[]; remove: readonly string[] },
    onUndone?: OnUndone,
  ) => Promise<boolean>;
  move: (target: Target, labelName: string, onUndone?: OnUndone) => Promise<boolean>;
  mute: (target: Target, muted: boolean, onUndone?: OnUndone) => Promise<boolean>;
  /** `until` is what the daemon parses, `description` is what the user reads. */
  snooze: (target: Target, until: string, description: string, onUndone?: OnUndone) => Promise<boolean>;
  /** Marks mail as done in a mode; with `sender` everything of that sender there, of which `target` has the loaded rows. */
  done: (target: Target, mode: DoneMode, options?: { sender?: ModeSender; onUndone?: OnUndone }) => Promise<boolean>;
  wake: (messageId: string) => Promise<boolean>;
  replyLater: (messageId: string, flag: boolean) => Promise<boolean>;
  /** Undoes a mutation by its id; `description` names it in the toast. */
  undo: (mutationId: string, description?: string, kind?: string) => Promise<boolean>;
  /** Undoes the last action, even if the daemon has not answered it yet. */
  undoLast: () => Promise<boolean>;
  redoLast: () => Promise<boolean>;
  /** Reports a change that another part of the page requested, and offers to undo it. */
  offerUndo: (description: string, mutationId: string, label?: string) => void;
};

type MailActionsDeps = {
  api: Api;
  client: QueryClient;
  live: Live;
  toasts: Toasts;
  sounds: Pick<Sounds, 'play'>;
  /** The toast of an action reports its job. */
  suppressAnnouncement: (jobId: string) => void;
};

const t = strings.acting;

export function createMailActions(deps: MailActionsDeps): MailActions {
  const { api, client, live, toasts, sounds } = deps;
  const overlay = createOptimisticOverlay(client);
  const runMutation = createRunMutation({ client, toasts });
  /** The actions of this page, by mutation id. */
  const ownMutationIds = new Set<string | null>();
  /** When the user last marked each conversation as unread, as in `performance.now()`. */
  const markedUnreadAt = new Map<string, number>();
  const undoStack = createUndoStack({
    api,
    toasts,
    runMutation,
    offlineNote: (accounts) => offlineNote({ api, client }, accounts),
  });

  const change = createChange({ ...deps, overlay, runMutation, undoStack, ownMutationIds });

  function read(target: Target, isRead: boolean): Promise<boolean> {
    if (!isRead) for (const row of rowsOfTarget(target)) markedUnreadAt.set(row.thread_id, performance.now());
    return change(target, { do: 'read', read: isRead });
  }

  async function wake(id: string): Promise<boolean> {
    const outcome = await runMutation(() => api.snooze.wake({ id }), t.notWoken);
    const result = outcome?.answer.result;
    void sounds.play(outcome ? 'unsnoozed' : 'error');
    if (!result) return outcome !== undefined;
    const undoable = { description: t.woken, mutationId: Promise.resolve(result.mutation_id ?? undefined) };
    undoStack.push(undoable);
    undoStack.announce(undoable, result);
    return true;
  }

  announceRejections({ api, live, toasts, sounds, undoStack, ownMutationIds });

  return {
    archive: (target, onUndone) => change(target, { do: 'archive' }, onUndone),
    trash: (target, onUndone) => change(target, { do: 'trash' }, onUndone),
    spam: (target, onUndone) => change(target, { do: 'spam' }, onUndone),
    star: (target, starred) => change(target, { do: 'star', starred }),
    read,
    markSeen: (target) => markSeen({ api, client, overlay }, target),
    wasMarkedUnreadAfter: (threadId, instant) => (markedUnreadAt.get(threadId) ?? 0) > instant,
    label: (target, labels, onUndone) => change(target, { do: 'label', ...labels }, onUndone),
    move: (target, labelName, onUndone) => change(target, { do: 'move', to: labelName }, onUndone),
    mute: (target, muted, onUndone) => change(target, { do: 'mute', muted }, onUndone),
    snooze: (target, until, description, onUndone) =>
      change(target, { do: 'snooze', until, text: description }, onUndone),
    done: (target, mode, { sender, onUndone } = {}) =>
      change(target, { do: 'done', mode, ...(sender && { sender }) }, onUndone),
    wake,
    replyLater: (messageId, flag) => setReplyLater({ api, runMutation, toasts }, messageId, flag),
    undo: (mutationId, description = t.something, kind = '') => undoStack.undoById(mutationId, description, kind),
    undoLast: undoStack.undoLast,
    redoLast: undoStack.redoLast,
    offerUndo(description, mutationId, label = t.undo) {
      const undoable = { description, mutationId: Promise.resolve(mutationId) };
      undoStack.push(undoable);
      toasts.show({ tone: 'plain', text: description, button: { ...undoStack.undoButtonFor(undoable), label } });
    },
  };
}

type ChangeDeps = MailActionsDeps & {
  overlay: OptimisticOverlay;
  runMutation: RunMutation;
  undoStack: UndoStack;
  /** The actions of this page, by mutation id. */
  ownMutationIds: Set<string | null>;
};

/** The function that makes a change: it is shown, sent, and reported with its undo. */
function createChange(
  deps: ChangeDeps,
): (target: Target, mailChange: MailChange, onUndone?: OnUndone) => Promise<boolean> {
  const { api, client, live, sounds, overlay, runMutation, undoStack, ownMutationIds, suppressAnnouncement } = deps;
  const jobs = createJobProgress(live);

  async function change(target: Target, mailChange: MailChange, onUndone?: OnUndone): Promise<boolean> {
    const count = countOf(target);
    if (count.count === 0) return false;
    const patch = patchOf(target, mailChange, sidebarItems({ api, client }));
    const pendingId = Promise.withResolvers<string | undefined>();
    const undoable = { ...namesOf(mailChange, count), mutationId: pendingId.promise, onUndone };
    // Of a list that is changed beyond its loaded rows, the daemon's answers show what has left it already.
    const isShownAtOnce = !isBeyondRows(target);
    if (isShownAtOnce) overlay.add(patch);
    undoStack.push(undoable);
    if (!isShownAtOnce) undoStack.announceProgress(undoable, describeStart(mailChange, count));
    const outcome = await runMutation(
      async () => {
        const answer = await sendChange(api, target, mailChange);
        if (isShownAtOnce) overlay.confirm(patch);
        return answer;
      },
      describeFailure(mailChange, count),
    );
    pendingId.resolve(outcome?.answer.mutation_id ?? undefined);
    if (!outcome) {
      if (isShownAtOnce) overlay.rollBack(patch);
      undoStack.remove(undoable);
      undoStack.endProgress(undoable);
      void sounds.play('error');
      return false;
    }
    ownMutationIds.add(outcome.answer.mutation_id);
    const chime = chimes[mailChange.do];
    if (chime && outcome.answer.succeeded > 0) void sounds.play(chime);
    const { answer } = outcome;
    if (answer.copy !== undefined) undoable.description = answer.copy;
    if (answer.job_id !== null) followJob(undoable, mailChange, count, { ...answer, job_id: answer.job_id });
    else if (needsToast(mailChange, target, answer)) undoStack.announce(undoable, answer);
    return true;
  }

  /** Shows the progress of a large change, with its undo button, and says that it is done only when it is. */
  function followJob(
    undoable: UndoableAction,
    mailChange: MailChange,
    count: TargetCount,
    answer: ChangeResult & { job_id: string },
  ): void {
    suppressAnnouncement(answer.job_id);
    undoStack.announceProgress(undoable, describeStart(mailChange, count));
    jobs.follow(answer.job_id, {
      onProgress: (progress) => undoStack.announceProgress(undoable, describeProgress(mailChange, count, progress)),
      onEnd: (isDone) => (isDone ? undoStack.announce(undoable, answer) : undoStack.endProgress(undoable)),
    });
  }

  return change;
}

/** How a change is named in its toast, and in the toast after its undo. */
function namesOf(change: MailChange, count: ReturnType<typeof countOf>): { kind: string; description: string } {
  return { kind: kindOf(change), description: describeDone(change, count) };
}

type ReplyLaterDeps = Pick<MailActionsDeps, 'api' | 'toasts'> & { runMutation: RunMutation };

async function setReplyLater(deps: ReplyLaterDeps, message_id: string, flag: boolean): Promise<boolean> {
  const { api, toasts, runMutation } = deps;
  const outcome = await runMutation(() => api.replyLater.set({ message_id, flag }), t.notReplyLater);
  if (!outcome) return false;
  // No server stores it, so the opposite change is its undo.
  const button = { label: t.undo, run: () => void setReplyLater(deps, message_id, !flag) };
  toasts.show({ tone: 'plain', text: t.replyLater({ flag }), button });
  return true;
}

type MarkSeenDeps = QueryDeps & { overlay: OptimisticOverlay };

async function markSeen({ api, client, overlay }: MarkSeenDeps, target: Target): Promise<void> {
  const mailChange: MailChange = { do: 'read', read: true };
  const patch = patchOf(target, mailChange, sidebarItems({ api, client }));
  overlay.add(patch);
  try {
    await sendChange(api, target, mailChange);
    overlay.confirm(patch);
  } catch {
    // The user did not ask for it, so no toast appears: the mail is shown as unread again, which is correct.
    overlay.rollBack(patch);
  }
}

type RejectionDeps = Pick<MailActionsDeps, 'api' | 'live' | 'toasts' | 'sounds'> & {
  undoStack: UndoStack;
  ownMutationIds: ReadonlySet<string | null>;
};

/** Reports when a server refused a change that was shown already. By then the change is reverted. */
function announceRejections({ api, live, toasts, sounds, undoStack, ownMutationIds }: RejectionDeps): void {
  async function announce(mutation_id: string): Promise<void> {
    const { mutation } = await api.mutations.get({ mutation_id });
    const { failed, requested, error } = mutation;
    const which = failed === requested ? 'all' : 'some';
    if (which === 'all') void undoStack.markRejected(mutation_id);
    if (ownMutationIds.has(mutation_id)) void sounds.play('error');
    const text = t.refused({ description: describeMutation(mutation), failed, of: requested, which });
    toasts.show({ tone: 'bad', text, note: error ?? undefined });
  }

  live.listen((event) => {
    if (event.event !== 'MutationCompleted' || event.failed === 0 || event.mutation_id === null) return;
    // No mail was to change; the answer to the caller contains what a server refused.
    if (event.kind === 'unsubscribe') return;
    // A page that cannot read the mutation still refreshes the mail, and the history shows the reason.
    announce(event.mutation_id).catch(() => toasts.show({ tone: 'bad', text: t.refusedUnknown }));
  });
}

/** The changes that play a sound. */
const chimes: Partial<Record<MailChange['do'], ChimeEvent>> = {
  archive: 'archived',
  trash: 'trashed',
  spam: 'spam',
  snooze: 'snoozed',
  done: 'archived',
};

/** Changes that are visible in place, such as the star of one row, need no toast. */
function needsToast(change: MailChange, target: Target, { failed, skipped }: ChangeResult): boolean {
  const isVisibleInPlace = change.do === 'star' || change.do === 'read';
  return !isVisibleInPlace || rowsOfTarget(target).length !== 1 || failed + skipped > 0;
}

type QueryDeps = Pick<MailActionsDeps, 'api' | 'client'>;

/** If a server is unreachable, the toast says that the change waits for it. */
function offlineNote({ api, client }: QueryDeps, accounts: ChangeResult['accounts']): string | undefined {
  const statuses = client.getQueryData(syncQuery(api).queryKey) ?? [];
  const unhealthy = statuses.filter(({ account_id, healthy, last_error }) => {
    return !healthy && last_error !== null && accounts.some((account) => account.account_id === account_id);
  });
  return unhealthy.length > 0
    ? t.waits({
        count: unhealthy.map(({ account_name }) => account_name).length,
        accounts: unhealthy.map(({ account_name }) => account_name),
      })
    : undefined;
}

function sidebarItems({ api, client }: QueryDeps): SidebarItem[] {
  const shell = client.getQueryData(shellQuery(api).queryKey);
  return shell?.sidebar.sections.flatMap(({ items }) => items) ?? [];
}

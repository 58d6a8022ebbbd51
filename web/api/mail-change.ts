import type { MessageRow } from '../../daemon/contract/fields.ts';

/**
 * The target of a change: conversations, single messages, messages that are rows of no list, or everything that a search
 * finds. `rows` are the loaded rows of the search, `count` is the number of conversations it finds.
 */
export type Target =
  | { threads: readonly MessageRow[] }
  | { messages: readonly MessageRow[] }
  | { messageIds: readonly string[] }
  | { query: string; count: number; rows: readonly MessageRow[] };

/** A change to mail. Labels go by the names that the daemon uses. */
export type MailChange =
  | { do: 'archive' | 'trash' | 'spam' }
  | { do: 'star'; starred: boolean }
  | { do: 'read'; read: boolean }
  | { do: 'label'; add: readonly string[]; remove: readonly string[] }
  | { do: 'move'; to: string }
  | { do: 'mute'; muted: boolean }
  /** `words` is the text of the time for the user. */
  | { do: 'snooze'; until: string; text: string }
  /** Done in a mode; with `sender` everything of that sender in the mode, loaded or not. */
  | { do: 'done'; mode: 'messages' | 'todo' | 'updates' | 'reading'; sender?: ModeSender };

/** Whose mail a group of a mode holds. */
export type ModeSender = { account_id: string; sender_email: string };

/** The number of items and their type. */
export type TargetCount = { count: number; of: 'conversation' | 'message' };

export function countOf(target: Target): TargetCount {
  if ('threads' in target) return { count: target.threads.length, of: 'conversation' };
  if ('messages' in target) return { count: target.messages.length, of: 'message' };
  if ('messageIds' in target) return { count: target.messageIds.length, of: 'message' };
  return { count: target.count, of: 'conversation' };
}

/** The loaded rows of a target. */
export function rowsOfTarget(target: Target): readonly MessageRow[] {
  if ('threads' in target) return target.threads;
  if ('messages' in target) return target.messages;
  return 'rows' in target ? target.rows : [];
}

/** Whether a target contains conversations that are not loaded. */
export function isBeyondRows(target: Target): boolean {
  return 'query' in target && target.count > target.rows.length;
}

/** The target in the form that requests use. */
export function idsOf(
  target: Target,
): { thread_ids: string[] } | { message_ids: string[] } | { query: string; conversations: true } {
  if ('threads' in target) return { thread_ids: target.threads.map(({ thread_id }) => thread_id) };
  if ('messages' in target) return { message_ids: target.messages.map(({ id }) => id) };
  if ('messageIds' in target) return { message_ids: [...target.messageIds] };
  return { query: target.query, conversations: true };
}

import type { MessageRow } from '../../daemon/contract/fields.ts';

/**
 * What is acted on: whole conversations, single messages, or all that a search finds, of which `rows` are those that are
 * loaded and `count` says how many conversations it finds.
 */
export type Target =
  | { threads: readonly MessageRow[] }
  | { messages: readonly MessageRow[] }
  | { query: string; count: number; rows: readonly MessageRow[] };

/** What can be done to mail. Labels go by the names the daemon knows them by. */
export type MailChange =
  | { do: 'archive' | 'trash' | 'spam' }
  | { do: 'star'; starred: boolean }
  | { do: 'read'; read: boolean }
  | { do: 'label'; add: readonly string[]; remove: readonly string[] }
  | { do: 'move'; to: string }
  /** `words` say the time as a person reads it. */
  | { do: 'snooze'; until: string; text: string };

/** How many, and of what. */
export type TargetCount = { count: number; of: 'conversation' | 'message' };

export function countOf(target: Target): TargetCount {
  if ('threads' in target) return { count: target.threads.length, of: 'conversation' };
  if ('messages' in target) return { count: target.messages.length, of: 'message' };
  return { count: target.count, of: 'conversation' };
}

/** The rows of a target that the page has. */
export function rowsOfTarget(target: Target): readonly MessageRow[] {
  if ('threads' in target) return target.threads;
  return 'messages' in target ? target.messages : target.rows;
}

/** The target as requests name it. */
export function idsOf(
  target: Target,
): { thread_ids: string[] } | { message_ids: string[] } | { query: string; conversations: true } {
  if ('threads' in target) return { thread_ids: target.threads.map(({ thread_id }) => thread_id) };
  if ('messages' in target) return { message_ids: target.messages.map(({ id }) => id) };
  return { query: target.query, conversations: true };
}

import type { HistoryRecord } from '../api/gmail-api.ts';
import { serverIdOf } from '../server-ids.ts';

/** What happened to one message. `id` is a server id. */
export type MessageChange = {
  id: string;
  threadId?: string | undefined;
  /** It came into the account. */
  isAdded: boolean;
  isDeleted: boolean;
  /** Its labels before and after the changes; before is empty for an added message. */
  before: readonly string[];
  after: readonly string[];
  /** Labels that it got or lost on the way, also if it has them as before. */
  touched: readonly string[];
};

/**
 * Sums up the records of a history, oldest first. A record names the labels that a message got and lost, and all labels that it
 * has now, so the labels before can be computed: those that a change removed first, and those that no change concerned.
 */
export function messageChanges(records: readonly HistoryRecord[]): MessageChange[] {
  const changes = new Map<string, Omit<MessageChange, 'before' | 'touched'> & { wasPresent: Map<string, boolean> }>();
  const changeOf = ({ id: apiId, threadId, labelIds }: HistoryRecord['messagesAdded'][number]['message']) => {
    const id = serverIdOf(apiId);
    const known = changes.get(id) ?? {
      id,
      threadId: threadId && serverIdOf(threadId),
      isAdded: false,
      isDeleted: false,
      after: [],
      wasPresent: new Map<string, boolean>(),
    };
    known.after = labelIds;
    changes.set(id, known);
    return known;
  };
  const note = (present: Map<string, boolean>, labelIds: readonly string[], wasPresent: boolean) => {
    for (const id of labelIds) if (!present.has(id)) present.set(id, wasPresent);
  };
  for (const { messagesAdded, labelsAdded, labelsRemoved, messagesDeleted } of records) {
    for (const { message } of messagesAdded) changeOf(message).isAdded = true;
    for (const { message, labelIds } of labelsRemoved) note(changeOf(message).wasPresent, labelIds, true);
    for (const { message, labelIds } of labelsAdded) note(changeOf(message).wasPresent, labelIds, false);
    for (const { message } of messagesDeleted) changeOf(message).isDeleted = true;
  }
  return [...changes.values()].map(({ wasPresent, ...change }) => ({
    ...change,
    touched: [...wasPresent.keys()],
    before: change.isAdded
      ? []
      : [
          ...change.after.filter((label) => !wasPresent.has(label)),
          ...[...wasPresent].flatMap(([label, was]) => (was ? [label] : [])),
        ],
  }));
}

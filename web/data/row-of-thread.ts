import type { MessageRow } from '../../daemon/contract/fields.ts';
import type { Reply } from '../api/client.ts';

/** An open conversation in the form of a list row. It may be in no loaded list. */
export function rowOfThread({ messages }: Reply<'threads', 'get'>): MessageRow | undefined {
  const newest = messages.at(-1);
  if (!newest) return undefined;
  const labels = new Map(messages.flatMap((message) => (message.labels ?? []).map((label) => [label.id, label])));
  return {
    ...newest,
    kind: 'thread',
    labels: [...labels.values()],
    unread: messages.some(({ unread }) => unread),
    starred: messages.some(({ starred }) => starred),
    message_count: messages.length,
  };
}

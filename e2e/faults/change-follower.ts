import { RefusedRequestError, type DaemonProcess } from '../daemon-process.ts';

/** What a program keeps of a message. */
type MessageCopy = { flags: string; labels: string[]; thread_id: string };

/** A program that keeps a copy of a mailbox, by asking what has changed since it last asked. */
export type ChangeFollower = {
  readonly copy: ReadonlyMap<string, MessageCopy>;
  /** The ids that the daemon has reported as removed. */
  readonly destroyed: ReadonlySet<string>;
  /** What contradicted an earlier answer. */
  readonly faults: readonly string[];
  /** Applies the changes of all pages. What was applied before a lost connection is not asked for again. */
  follow(daemon: Pick<DaemonProcess, 'ask'>): Promise<void>;
};

/** Begins a copy of the messages that `listIds` gives once the state is known. */
export async function openChangeFollower(
  daemon: Pick<DaemonProcess, 'ask'>,
  listIds: () => readonly string[],
): Promise<ChangeFollower> {
  let { state } = await daemon.ask('changes.list', {});
  const copy = new Map<string, MessageCopy>();
  const destroyed = new Set<string>();
  const faults: string[] = [];
  for (const message_id of listIds()) await keep(daemon, copy, message_id);

  return {
    copy,
    destroyed,
    faults,
    async follow(current) {
      for (;;) {
        const page = await current.ask('changes.list', { since: state, limit: 50 });
        const { messages } = page;
        for (const id of [...messages.created, ...messages.updated]) await keep(current, copy, id);
        for (const id of messages.updated)
          if (destroyed.has(id)) faults.push(`${id} was changed after it was removed.`);
        for (const id of messages.destroyed) {
          copy.delete(id);
          destroyed.add(id);
        }
        state = page.state;
        if (!page.has_more) return;
      }
    },
  };
}

/** One that is gone meanwhile is among later changes. */
async function keep({ ask }: Pick<DaemonProcess, 'ask'>, copy: Map<string, MessageCopy>, message_id: string) {
  const kept = await messageCopy({ ask }, message_id);
  if (kept) copy.set(message_id, kept);
}

/** A message as it is now; undefined if it is gone. */
export async function messageCopy(
  { ask }: Pick<DaemonProcess, 'ask'>,
  message_id: string,
): Promise<MessageCopy | undefined> {
  try {
    const { message } = await ask('messages.get', { message_id });
    const labels = message.labels.map(({ id }) => id).toSorted();
    return { flags: message.flags, labels, thread_id: message.thread_id };
  } catch (thrown) {
    if (thrown instanceof RefusedRequestError && thrown.status === 404) return undefined;
    throw thrown;
  }
}

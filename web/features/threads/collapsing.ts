import type { MessageRow } from '../../../daemon/contract/fields.ts';

/** The message at which a conversation opens: the newest unread one, else the newest. Messages come oldest first. */
export function openingMessage(messages: readonly Pick<MessageRow, 'id' | 'unread'>[]): string | undefined {
  return (messages.findLast(({ unread }) => unread) ?? messages.at(-1))?.id;
}

/** An item of a conversation: one message, or a run of collapsed messages that are counted. */
type MessageGroup<Message> = { kind: 'message'; message: Message } | { kind: 'run'; messages: Message[] };

const maxListed = 4;

/** Groups long runs of collapsed messages: the first and last of a run stay listed, those between become one line. */
export function groupMessages<Message>(
  messages: readonly Message[],
  isCollapsed: (message: Message) => boolean,
): MessageGroup<Message>[] {
  const result: MessageGroup<Message>[] = [];
  let run: Message[] = [];
  const list = (message: Message) => result.push({ kind: 'message', message });

  function endRun(): void {
    const [first, ...rest] = run;
    const last = rest.pop();
    if (run.length > maxListed && first !== undefined && last !== undefined) {
      list(first);
      result.push({ kind: 'run', messages: rest });
      list(last);
    } else run.forEach(list);
    run = [];
  }

  for (const message of messages) {
    if (isCollapsed(message)) run.push(message);
    else {
      endRun();
      list(message);
    }
  }
  endRun();
  return result;
}

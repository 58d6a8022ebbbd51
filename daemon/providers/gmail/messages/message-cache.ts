import type { RawMessage } from '../api/gmail-api.ts';

/** Bytes of messages that were read to describe them and are fetched next. */
const maxBytes = 24 * 2 ** 20;

/**
 * The messages that were read last. Reading the properties of a message costs as much as reading it whole, so it is read
 * once for both. `history` is the history id at which all of them were up to date.
 */
export function createMessageCache() {
  const entries = new Map<string, RawMessage>();
  let size = 0;
  let history: string | undefined;
  const take = (id: string): RawMessage | undefined => {
    const message = entries.get(id);
    if (message) size -= message.bytes.length;
    entries.delete(id);
    return message;
  };
  const clear = () => {
    entries.clear();
    size = 0;
    history = undefined;
  };
  return {
    take,
    clear,
    /** `since` is a history id from before the message was read. */
    keep(message: RawMessage, since: string) {
      if (message.bytes.length > maxBytes / 4) return;
      if (entries.size === 0) history = undefined;
      history ??= since;
      take(message.id);
      entries.set(message.id, message);
      size += message.bytes.length;
      for (const oldest of entries.keys()) {
        if (size <= maxBytes) break;
        take(oldest);
      }
    },
    /** The history id since which messages may have changed. */
    since: () => history,
    /** The messages that have not changed are up to date at this history id. */
    confirm(changed: Iterable<string>, historyId: string) {
      for (const id of changed) take(id);
      history = historyId;
    },
  };
}

export type MessageCache = ReturnType<typeof createMessageCache>;

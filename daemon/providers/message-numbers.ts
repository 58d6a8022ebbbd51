/**
 * The UIDs of an account's messages on a server that has none. A message keeps its UID forever. Server ids are those of
 * `Arrival.provider_id`.
 */
export type MessageNumbers = {
  /**
   * The UIDs of messages in the given order. Messages without one get the next above all others (`newer`), or below all
   * others (`older`), and keep it also if the process ends now.
   */
  assign(serverIds: readonly string[], side: 'newer' | 'older'): Map<string, number>;
  /** The UIDs of those messages that have one. */
  find(serverIds: readonly string[]): Map<string, number>;
  /** The server ids that have these UIDs. */
  serverIdsOf(uids: readonly number[]): Map<number, string>;
  /** The messages with these server ids whose mail is stored. */
  stored(serverIds: readonly string[]): Map<string, StoredMessage>;
};

export type StoredMessage = { size: number; received: Date };

/** UIDs start here, so that there is room for older mail below. */
export const firstUid = 2 ** 30;

/** UIDs that end with the process, for a sign-in that stores nothing. */
export function temporaryNumbers(): MessageNumbers {
  const uids = new Map<string, number>();
  const serverIds = new Map<number, string>();
  let [lowest, highest] = [firstUid, firstUid - 1];
  return {
    assign: (ids, side) =>
      new Map(
        ids.map((id) => {
          const uid = uids.get(id) ?? (side === 'newer' ? ++highest : --lowest);
          uids.set(id, uid);
          serverIds.set(uid, id);
          return [id, uid];
        }),
      ),
    find: (ids) => new Map(ids.flatMap((id) => (uids.has(id) ? [[id, uids.get(id)!]] : []))),
    serverIdsOf: (wanted) => new Map(wanted.flatMap((uid) => (serverIds.has(uid) ? [[uid, serverIds.get(uid)!]] : []))),
    stored: () => new Map(),
  };
}

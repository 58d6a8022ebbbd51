import { firstUid, type MessageNumbers } from '../../providers/message-numbers.ts';
import { jsonList, sql, type WriteDb } from '../../store/db.ts';

type UidRow = { server_id: string; uid: number };

/** The UIDs of an account whose server has none, as `MessageNumbers` describes them. */
export function serverUids(db: WriteDb, account: number): MessageNumbers {
  const find = (serverIds: readonly string[]) =>
    new Map(
      db
        .all<UidRow>(
          sql`
          SELECT server_id, uid FROM server_uids
          WHERE account = ${account} AND server_id IN (SELECT value FROM json_each(${jsonList(serverIds)}))`,
        )
        .map(({ server_id, uid }) => [server_id, uid]),
    );
  return {
    find,
    assign(serverIds, side) {
      const known = find(serverIds);
      if (serverIds.every((id) => known.has(id))) return known;
      return db.transaction(() => {
        const { lowest, highest } = usedUids(db, account);
        const present = find(serverIds);
        let next = side === 'newer' ? highest + 1 : lowest - 1;
        for (const server_id of serverIds) {
          if (present.has(server_id)) continue;
          db.run(sql`INSERT INTO server_uids (account, uid, server_id) VALUES (${account}, ${next}, ${server_id})`);
          present.set(server_id, next);
          next += side === 'newer' ? 1 : -1;
        }
        return present;
      });
    },
    serverIdsOf: (uids) =>
      new Map(
        db
          .all<UidRow>(
            sql`
            SELECT server_id, uid FROM server_uids
            WHERE account = ${account} AND uid IN (SELECT value FROM json_each(${jsonList(uids)}))`,
          )
          .map(({ server_id, uid }) => [uid, server_id]),
      ),
    stored: (serverIds) =>
      new Map(
        db
          .all<{ server_id: string; size: number; received_at: string }>(
            sql`
            SELECT s.server_id, m.size, m.received_at FROM server_ids s JOIN messages m ON m.id = s.message
            WHERE s.account = ${account} AND s.server_id IN (SELECT value FROM json_each(${jsonList(serverIds)}))`,
          )
          .map(({ server_id, size, received_at }) => [server_id, { size, received: new Date(received_at) }]),
      ),
  };
}

function usedUids(db: WriteDb, account: number): { lowest: number; highest: number } {
  const found = db.get<{ lowest: number | null; highest: number | null }>(
    sql`SELECT min(uid) AS lowest, max(uid) AS highest FROM server_uids WHERE account = ${account}`,
  );
  return { lowest: found?.lowest ?? firstUid, highest: found?.highest ?? firstUid - 1 };
}

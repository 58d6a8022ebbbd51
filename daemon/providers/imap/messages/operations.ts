import type { CopyResponseObject, ImapFlow } from 'imapflow';
import { ProviderError } from '../../provider.ts';
import type { Operation, Outcome } from '../../provider.ts';
import type { Connection } from '../connection/connection.ts';
import type { Line } from '../connection/line.ts';
import { saysMissing } from '../changes/folder-status.ts';
import { searchUids } from './search.ts';
import { troubleOf } from '../connection/trouble.ts';
import { formatUids, hasUid, parseUids, uidSetOf, without } from '../uid-set.ts';

const mostTogether = 500;

/** `Provider.apply` for IMAP: neighbours that ask the same of one folder go out as one command. */
export async function applyOperations(
  line: Line,
  operations: readonly Operation[],
  signal: AbortSignal,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const group of groupsOf(operations)) {
    try {
      outcomes.push(...(await line.useOnce(signal, (connection) => applyGroup(connection, group))));
    } catch (error) {
      signal.throwIfAborted();
      // Before anything is done the caller can simply come again; later it must learn what was done.
      if (!(error instanceof ProviderError) || (!outcomes.length && !line.stands)) throw error;
      outcomes.push(...group.map(() => ({ ...failed(error), isUntried: error.isUntold })));
      if (!line.stands)
        return [...outcomes, ...operations.slice(outcomes.length).map(() => ({ ...failed(error), isUntried: true }))];
    }
  }
  return outcomes;
}

type Group = [Operation, ...Operation[]];

function groupsOf(operations: readonly Operation[]): Group[] {
  const groups: Group[] = [];
  for (const operation of operations) {
    const last = groups.at(-1);
    // A UID twice in a group would hide the order of the two.
    const joins =
      last &&
      last.length < mostTogether &&
      isAlike(last[0], operation) &&
      !last.some((one) => one.ref.uid === operation.ref.uid);
    if (joins) last.push(operation);
    else groups.push([operation]);
  }
  return groups;
}

function isAlike(a: Operation, b: Operation): boolean {
  const { uid: _, ...one } = a.ref;
  const { uid: __, ...other } = b.ref;
  return JSON.stringify({ ...a, ref: one }) === JSON.stringify({ ...b, ref: other });
}

async function applyGroup(connection: Connection, group: Group): Promise<Outcome[]> {
  const { client } = connection;
  const { folder, uidvalidity } = group[0].ref;
  const box = await client.mailboxOpen(folder).catch((error: unknown) => {
    if (saysMissing(error)) return undefined;
    throw error;
  });
  if (!box) return group.map(() => gone(`The server no longer has the folder ${folder}.`));
  if (Number(box.uidValidity) !== uidvalidity)
    return group.map(() => gone(`The server has numbered ${folder} anew, so the change was not made.`));
  const uids = uidSetOf(group.map(({ ref }) => ref.uid));
  // Servers pass over messages that are gone without a word.
  const present = await searchUids(client, { uid: formatUids(uids) });
  const outcome = present.length ? await carryOut(connection, group[0], formatUids(present)) : () => done;
  return group.map(({ do: deed, ref }) => {
    if (hasUid(present, ref.uid)) return outcome(ref.uid);
    return deed === 'expunge' ? done : gone(`The message is no longer in ${folder}.`);
  });
}

type OutcomeOf = (uid: number) => Outcome;

const done: Outcome = { ok: true };

async function carryOut(connection: Connection, operation: Operation, range: string): Promise<OutcomeOf> {
  const { client } = connection;
  switch (operation.do) {
    case 'flags': {
      const options = { uid: true, silent: true };
      const { add, remove } = operation;
      if (add.length) await succeed(connection, () => client.messageFlagsAdd(range, add, options), unusableFlags);
      if (remove.length)
        await succeed(connection, () => client.messageFlagsRemove(range, remove, options), unusableFlags);
      return () => done;
    }
    case 'copy':
      return placesIn(
        operation.to,
        await succeed(connection, () => client.messageCopy(range, operation.to, { uid: true })),
      );
    case 'move':
      return placesIn(operation.to, await move(connection, range, operation.to));
    case 'expunge':
      return expunge(connection, range);
  }
}

const unusableFlags = 'The server keeps none of these flags in this folder.';

async function move(connection: Connection, range: string, to: string): Promise<CopyResponseObject> {
  const { client } = connection;
  if (client.capabilities.has('MOVE')) return succeed(connection, () => client.messageMove(range, to, { uid: true }));
  const copied = await succeed(connection, () => client.messageCopy(range, to, { uid: true }));
  // Where a single message cannot be expunged the original stays behind marked as deleted, as it does for everyone.
  await expunge(connection, range);
  return copied;
}

async function expunge(connection: Connection, range: string): Promise<OutcomeOf> {
  const { client } = connection;
  if (client.capabilities.has('UIDPLUS') || (await areAllMarked(client, range))) {
    await succeed(connection, () => client.messageDelete(range, { uid: true }));
    return () => done;
  }
  await succeed(connection, () => client.messageFlagsAdd(range, ['\\Deleted'], { uid: true, silent: true }));
  return () =>
    refused(
      'This server cannot remove single messages. The message is marked as deleted and goes when the folder is cleaned up.',
    );
}

/** Without UID EXPUNGE a server expunges everything marked as deleted, so nothing may be that others have marked. */
async function areAllMarked(client: ImapFlow, range: string): Promise<boolean> {
  return formatUids(without(await searchUids(client, { deleted: true }), parseUids(range))) === '';
}

function placesIn(folder: string, { uidMap, uidValidity }: CopyResponseObject): OutcomeOf {
  return (uid) => {
    const at = uidMap?.get(uid);
    if (!at || !uidValidity) return done;
    return { ok: true, moved_to: { folder, uidvalidity: Number(uidValidity), uid: at } };
  };
}

/** The answer of an imapflow command, which is false when it failed, for whatever reason. */
async function succeed<T>(
  { client, refusal }: Connection,
  command: () => Promise<T | false | undefined>,
  otherwise = 'The server did not make the change.',
): Promise<T> {
  const before = refusal();
  const answer = await command();
  if (answer) return answer;
  const reason = refusal();
  if (reason !== before) throw troubleOf(reason, 'The mail server');
  throw new ProviderError(client.usable ? 'refused' : 'offline', client.usable ? otherwise : lostWords);
}

const lostWords = 'The connection to the mail server was lost.';

function failed({ message, reason }: ProviderError): Outcome {
  return { ok: false, error: message, retryable: reason !== 'refused' };
}

function gone(error: string): Outcome {
  return { ok: false, error, retryable: false, isGone: true };
}

function refused(error: string): Outcome {
  return { ok: false, error, retryable: false };
}

/** A copy put into a folder; where it lies if the server says so (UIDPLUS). */
export async function appendMessage(client: ImapFlow, folder: string, source: Uint8Array, flags: readonly string[]) {
  const placed = await client.append(folder, source, [...flags]);
  if (!placed || !placed.uid || !placed.uidValidity) return undefined;
  return { folder, uidvalidity: Number(placed.uidValidity), uid: placed.uid };
}

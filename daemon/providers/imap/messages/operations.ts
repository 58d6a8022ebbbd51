import type { CopyResponseObject, ImapFlow } from 'imapflow';
import { ProviderError } from '../../provider.ts';
import type { Operation, OperationOutcome } from '../../provider.ts';
import type { Connection } from '../connection/connection.ts';
import type { ConnectionQueue } from '../connection/connection-queue.ts';
import { saysMissing } from '../changes/folder-status.ts';
import { searchUids } from './search.ts';
import { imapErrorOf } from '../connection/errors.ts';
import { formatUids, hasUid, parseUids, uidSetOf, difference } from '../uid-set.ts';

const maxGroupSize = 500;

/** `Provider.apply` for IMAP: adjacent equal operations in one folder are combined into one command. */
export async function applyOperations(
  queue: ConnectionQueue,
  operations: readonly Operation[],
  signal: AbortSignal,
): Promise<OperationOutcome[]> {
  const outcomes: OperationOutcome[] = [];
  for (const group of groupsOf(operations)) {
    try {
      outcomes.push(...(await queue.useOnce(signal, (connection) => applyGroup(connection, group))));
    } catch (error) {
      signal.throwIfAborted();
      // Before any operation is sent the caller can simply retry; later it must learn which operations were done.
      if (!(error instanceof ProviderError) || (!outcomes.length && !queue.isConnected)) throw error;
      outcomes.push(...group.map(() => ({ ...failedOutcome(error), isUntried: error.isUnsent })));
      if (!queue.isConnected)
        return [
          ...outcomes,
          ...operations.slice(outcomes.length).map(() => ({ ...failedOutcome(error), isUntried: true })),
        ];
    }
  }
  return outcomes;
}

type Group = [Operation, ...Operation[]];

function groupsOf(operations: readonly Operation[]): Group[] {
  const groups: Group[] = [];
  for (const operation of operations) {
    const last = groups.at(-1);
    // A UID twice in a group would lose the order of the two operations.
    const joins =
      last &&
      last.length < maxGroupSize &&
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

async function applyGroup(connection: Connection, group: Group): Promise<OperationOutcome[]> {
  const { client } = connection;
  const { folder, uidvalidity } = group[0].ref;
  const mailbox = await client.mailboxOpen(folder).catch((error: unknown) => {
    if (saysMissing(error)) return undefined;
    throw error;
  });
  if (!mailbox) return group.map(() => goneOutcome(`The server no longer has the folder ${folder}.`));
  if (Number(mailbox.uidValidity) !== uidvalidity)
    return group.map(() => goneOutcome(`The server renumbered ${folder}, so the change wasn’t made.`));
  const uids = uidSetOf(group.map(({ ref }) => ref.uid));
  // Servers silently skip messages that are gone.
  const present = await searchUids(client, { uid: formatUids(uids) });
  const outcome = present.length ? await execute(connection, group[0], formatUids(present)) : () => succeeded;
  return group.map(({ do: action, ref }) => {
    if (hasUid(present, ref.uid)) return outcome(ref.uid);
    return action === 'expunge' ? succeeded : goneOutcome(`The message is no longer in ${folder}.`);
  });
}

type OutcomeOf = (uid: number) => OperationOutcome;

const succeeded: OperationOutcome = { ok: true };

async function execute(connection: Connection, operation: Operation, range: string): Promise<OutcomeOf> {
  const { client } = connection;
  switch (operation.do) {
    case 'flags': {
      const options = { uid: true, silent: true };
      const { add, remove } = operation;
      if (add.length)
        await requireSuccess(connection, () => client.messageFlagsAdd(range, add, options), unusableFlagsMessage);
      if (remove.length)
        await requireSuccess(connection, () => client.messageFlagsRemove(range, remove, options), unusableFlagsMessage);
      return () => succeeded;
    }
    case 'copy':
      return movedTo(
        operation.to,
        await requireSuccess(connection, () => client.messageCopy(range, operation.to, { uid: true })),
      );
    case 'move':
      return movedTo(operation.to, await move(connection, range, operation.to));
    case 'expunge':
      return expunge(connection, range);
  }
}

const unusableFlagsMessage = 'The server doesn’t store these flags in this folder.';

async function move(connection: Connection, range: string, to: string): Promise<CopyResponseObject> {
  const { client } = connection;
  if (client.capabilities.has('MOVE'))
    return requireSuccess(connection, () => client.messageMove(range, to, { uid: true }));
  const copied = await requireSuccess(connection, () => client.messageCopy(range, to, { uid: true }));
  // Where a single message cannot be expunged the original stays, marked as deleted, as with other clients.
  await expunge(connection, range);
  return copied;
}

async function expunge(connection: Connection, range: string): Promise<OutcomeOf> {
  const { client } = connection;
  if (client.capabilities.has('UIDPLUS') || (await areOnlyTheseDeleted(client, range))) {
    await requireSuccess(connection, () => client.messageDelete(range, { uid: true }));
    return () => succeeded;
  }
  await requireSuccess(connection, () => client.messageFlagsAdd(range, ['\\Deleted'], { uid: true, silent: true }));
  return () =>
    refusedOutcome(
      'This server can’t remove single messages. The message is marked as deleted and will be removed when the folder is cleaned up.',
    );
}

/** Without UID EXPUNGE a server expunges all messages marked as deleted, so there must be none marked by other clients. */
async function areOnlyTheseDeleted(client: ImapFlow, range: string): Promise<boolean> {
  return formatUids(difference(await searchUids(client, { deleted: true }), parseUids(range))) === '';
}

function movedTo(folder: string, { uidMap, uidValidity }: CopyResponseObject): OutcomeOf {
  return (uid) => {
    const newUid = uidMap?.get(uid);
    if (!newUid || !uidValidity) return succeeded;
    return { ok: true, moved_to: { folder, uidvalidity: Number(uidValidity), uid: newUid } };
  };
}

/** The result of an imapflow command, which is false for any failure. */
async function requireSuccess<T>(
  { client, lastCommandError }: Connection,
  command: () => Promise<T | false | undefined>,
  message = 'The server didn’t make the change.',
): Promise<T> {
  const before = lastCommandError();
  const answer = await command();
  if (answer) return answer;
  const reason = lastCommandError();
  if (reason !== before) throw imapErrorOf(reason, 'The mail server');
  throw new ProviderError(client.usable ? 'refused' : 'offline', client.usable ? message : connectionLostMessage);
}

const connectionLostMessage = 'The connection to the mail server was lost.';

function failedOutcome({ message, reason }: ProviderError): OperationOutcome {
  return { ok: false, error: message, retryable: reason !== 'refused' };
}

function goneOutcome(error: string): OperationOutcome {
  return { ok: false, error, retryable: false, isGone: true };
}

function refusedOutcome(error: string): OperationOutcome {
  return { ok: false, error, retryable: false };
}

/** A copy appended to a folder; its placement if the server reports it (UIDPLUS). */
export async function appendMessage(client: ImapFlow, folder: string, source: Uint8Array, flags: readonly string[]) {
  const appended = await client.append(folder, source, [...flags]);
  if (!appended || !appended.uid || !appended.uidValidity) return undefined;
  return { folder, uidvalidity: Number(appended.uidValidity), uid: appended.uid };
}

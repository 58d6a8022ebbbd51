import { Failure } from '../../base/failure.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { applyMutation, type Actor, type AppliedMutation, type ApplyDeps } from '../../mail/mutations/apply.ts';
import { messagesByIds } from '../../mail/messages/messages.ts';
import type { ListUnsubscribe as Method } from '../../mail/mime/headers/unsubscribe.ts';
import { labelTargetForRole } from '../../mail/mutations/folders/label-targets.ts';
import { messagesFromSender, type SenderMessage } from '../../mail/contacts/senders.ts';
import type { ReadDb } from '../../store/db.ts';
import type { UnsubscribeOutcome, PurgeResult } from './contract.ts';
import { unsubscribeAll, announceUnsubscribed, type UnsubscribeDeps } from './unsubscribe.ts';

/**
 * A sender, all of their mail, and how to leave their list: by the newest message of each account that has an unsubscribe
 * header.
 */
type Sender = { address: string; mail: SenderMessage[]; unsubscribable: SenderMessage[]; method: Method };

export function senderOf(db: ReadDb, accounts: readonly Account[], address: string): Sender {
  const ids = accounts.map(({ id }) => id);
  const mail = messagesFromSender(db, ids, address);
  const unsubscribable = ids.flatMap(
    (account) => mail.find((each) => each.account === account && each.canUnsubscribe) ?? [],
  );
  const newest = mail.find(({ canUnsubscribe }) => canUnsubscribe);
  const [message] = newest ? messagesByIds(db, [newest.id]) : [];
  return { address, mail, unsubscribable, method: message ? (JSON.parse(message.unsubscribe) as Method) : 'None' };
}

type PurgeRequest = {
  accounts: readonly Account[];
  senders: readonly Sender[];
  archiveAnyway: boolean;
  actor: Actor;
  permitSend: () => void;
  correlation: string | undefined;
};

/** The preview of a purge. Sends no request and changes nothing. */
export function previewPurge({
  accounts,
  senders,
  archiveAnyway,
}: Omit<PurgeRequest, 'actor' | 'permitSend' | 'correlation'>): PurgeResult[] {
  return senders.map((sender) => {
    const isArchived = sender.method !== 'None' || archiveAnyway;
    const archived_count = isArchived ? sender.mail.length : 0;
    return {
      ...recordOf(accounts, sender),
      status: 'preview',
      archived_count,
      undoable: archived_count > 0,
      dry_run: true,
    };
  });
}

/**
 * Leaves the lists of senders; then marks the mail of senders for whom that succeeded as read and archives it, as one
 * mutation.
 */
export async function purge(deps: UnsubscribeDeps, request: PurgeRequest): Promise<PurgeResult[]> {
  const { accounts, senders, archiveAnyway, actor, permitSend } = request;
  const messages = senders.flatMap(({ unsubscribable }) => unsubscribable.map(({ id }) => id));
  const unsubscribed = await unsubscribeAll(deps, { accounts, messages, actor, permitSend });
  const byMessage = new Map(unsubscribed.results.map((each) => [each.message_id, each]));
  const verdicts = senders.map((sender) => ({
    sender,
    ...purgeStatusOf(
      sender.unsubscribable.flatMap(({ message_id }) => byMessage.get(message_id) ?? []),
      archiveAnyway,
    ),
  }));
  const applied = archive(
    deps,
    verdicts.filter(({ status }) => isSuccess(status)).flatMap(({ sender }) => sender.mail),
    request,
  );
  // The archive mutation has an event of its own.
  if (!applied) announceUnsubscribed(deps, accounts, unsubscribed);
  return verdicts.map(({ sender, status, error, open_url }): PurgeResult => {
    const isArchived = isSuccess(status) && sender.mail.length > 0;
    return {
      ...recordOf(accounts, sender),
      status,
      error,
      ...(open_url !== undefined && { open_url }),
      archived_count: isArchived ? sender.mail.length : 0,
      mutation_id: isArchived ? (applied?.mutation_id ?? null) : null,
      undoable: isArchived && (applied?.undoable ?? false),
      job_id: isArchived ? (applied?.job_id ?? null) : null,
    };
  });
}

export function isSuccess(status: PurgeResult['status']): boolean {
  return status !== 'failed' && status !== 'no_method';
}

type PurgeStatus = Pick<PurgeResult, 'status' | 'error'> & { open_url?: string | undefined };

function purgeStatusOf(results: readonly UnsubscribeOutcome[], archiveAnyway: boolean): PurgeStatus {
  const isQueued = ({ status, method }: UnsubscribeOutcome) => status === 'asking' && method === 'mailto';
  const isTrouble = ({ status }: UnsubscribeOutcome) =>
    status === 'failed' || status === 'unknown' || status === 'asking';
  const trouble = results.find((each) => isTrouble(each) && !isQueued(each));
  if (trouble) return { status: 'failed', error: trouble.reason ?? askingText, open_url: trouble.open_url };
  const byHand = results.find(({ status }) => status === 'by_hand');
  if (byHand) return { status: 'archive_only', error: null, open_url: byHand.open_url };
  if (results.some(isQueued)) return { status: 'archive_only', error: queuedText };
  if (results.length > 0) return { status: 'unsubscribed', error: null };
  return archiveAnyway ? { status: 'archive_only', error: null } : { status: 'no_method', error: noMethodText };
}

const askingText = 'The unsubscribe request is already being sent. Try again in a moment.';
const queuedText = 'The unsubscribe request is in the outbox and is sent automatically.';
const noMethodText = 'Mail from this sender doesn’t say how to unsubscribe. Nothing was changed.';

function archive(
  deps: Pick<ApplyDeps, 'db' | 'clock' | 'onMutationResult'>,
  mail: readonly SenderMessage[],
  { accounts, actor, correlation }: PurgeRequest,
): AppliedMutation | undefined {
  if (mail.length === 0) return undefined;
  const { db } = deps;
  const groups = Map.groupBy(mail, ({ account }) => account);
  return db.transaction(() =>
    applyMutation(deps, {
      kind: 'read_and_archive',
      actor,
      correlation,
      accounts: accounts.flatMap((account) => {
        const targets = groups.get(account.id);
        if (!targets) return [];
        const { label, edit } = labelTargetForRole(db, account, 'archive');
        const changes = [
          { do: 'flags' as const, add: ['\\Seen'], remove: [] },
          { do: 'archive' as const, to: label },
        ];
        return [{ account, targets, changes, ...(edit && { before: [edit] }) }];
      }),
    }),
  );
}

const maxMessageIds = 1000;

function recordOf(accounts: readonly Account[], { address, mail, method }: Sender): Omit<PurgeResult, 'status'> {
  const owners = [...new Set(mail.map(({ account }) => account))];
  const only = owners.length === 1 ? accounts.find(({ id }) => id === owners[0]) : undefined;
  return {
    account_id: only?.account_id ?? null,
    address,
    query: `from:${address}`,
    message_count: mail.length,
    message_ids: mail.slice(0, maxMessageIds).map(({ message_id }) => message_id),
    method,
    archived_count: 0,
    mutation_id: null,
    undoable: false,
    job_id: null,
    error: null,
    dry_run: false,
  };
}

/** Merges the results of several senders. Throws Failure `not_found` if there are none. */
export function sumOf(each: readonly PurgeResult[]): PurgeResult {
  const [first] = each;
  if (!first) throw new Failure('missing', 'not_found', 'There is no such message here. It may have been deleted.');
  if (each.length === 1) return first;
  const worst =
    each.find(({ status }) => status === 'failed') ?? each.find(({ status }) => !isSuccess(status)) ?? first;
  const sum = (of: (one: PurgeResult) => number) => each.reduce((total, one) => total + of(one), 0);
  const archived = each.find(({ mutation_id }) => mutation_id !== null);
  return {
    ...worst,
    account_id: each.every(({ account_id }) => account_id === first.account_id) ? first.account_id : null,
    address: each.map(({ address }) => address).join(', '),
    query: each.map(({ query }) => query).join(' OR '),
    message_count: sum(({ message_count }) => message_count),
    message_ids: each.flatMap(({ message_ids }) => message_ids).slice(0, maxMessageIds),
    archived_count: sum(({ archived_count }) => archived_count),
    mutation_id: archived?.mutation_id ?? null,
    undoable: each.some(({ undoable }) => undoable),
    job_id: archived?.job_id ?? null,
  };
}

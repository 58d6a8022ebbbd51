import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Config } from '../../config/schema/schema.ts';
import type { Handlers } from '../../handler-types.ts';
import type { ApplyDeps } from '../../mail/mutations/apply.ts';
import { flagBits } from '../../mail/messages/flags.ts';
import { requireMessage, messagesByIds } from '../../mail/messages/messages.ts';
import { buildMutationReply, previewReply } from '../../mail/mutations/mutation-reply.ts';
import { chooseTargets, targetsConversations, type TargetRequest } from '../../mail/mutations/targets/targets.ts';
import { senderOf } from '../../mail/lists/rows.ts';
import { listSnoozes, snoozeOf } from '../../mail/later/snoozes.ts';
import type { ReadDb } from '../../store/db.ts';
import { messagesToSnooze, withoutOwnMail } from './target-selection.ts';
import type { snoozeRequests } from './contract.ts';
import { presets, wakeTime } from '../../mail/later/moments.ts';
import { snoozeMail } from './snooze.ts';
import { wakeMail } from './wake.ts';

type SnoozeDeps = {
  clock: Clock;
  onMutationResult: ApplyDeps['onMutationResult'];
  /** A connection with the index attached. */
  read: ReadDb;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
  config: { readonly current: Pick<Config, 'snooze'> };
  /** Called when the next snooze to wake may have changed. */
  onSnoozed: () => void;
};

export function snoozeHandlers(deps: SnoozeDeps): Handlers<typeof snoozeRequests> {
  const { clock, onMutationResult, read, zone, config, onSnoozed } = deps;
  const timeContext = () => ({ now: clock.now(), zone, hours: config.current.snooze });
  return {
    presets: () => ({ presets: presets(timeContext()) }),
    create({ until, ...input }, { db, caller, accounts, key, permit }) {
      const wakeAt = wakeTime(until, timeContext());
      // A snooze for years equals archiving, so it needs the same permission.
      permit({ safety: 'destroy', action: 'archive' });
      const applied = db.transaction(() => {
        const named = chooseTargets(targetsOf(input), { read, accounts, now: clock.now(), zone });
        const chosen = withoutOwnMail(db, targetsConversations(input) ? messagesToSnooze(db, named) : named);
        const { byAccount, skipped } = chosen;
        if (byAccount.length + skipped.length === 0) return undefined;
        return snoozeMail({ db, clock, onMutationResult }, { chosen, wakeAt, actor: caller, correlation: key });
      });
      onSnoozed();
      const reply = applied ? buildMutationReply(applied) : previewReply([], [], { undoable: false, dry_run: false });
      return { ...reply, wake_at: instantOf(wakeAt) };
    },
    list: (_input, { db, accounts }) => ({ snoozed: recordsOf(db, listSnoozes(db, accounts)) }),
    wake({ id }, { db, caller, accounts, key }) {
      const { id: message, account } = requireMessage(db, accounts, id);
      const snooze = snoozeOf(db, message);
      if (!snooze) return { kind: 'Ack', ok: true, result: null };
      const request = { account, snooze, actor: caller, correlation: key };
      const applied = db.transaction(() => wakeMail({ db, clock, onMutationResult }, request));
      return { kind: 'Ack', ...buildMutationReply(applied) };
    },
  };
}

function targetsOf({ message_id, ...request }: TargetRequest & { message_id?: string | undefined }): TargetRequest {
  if (message_id === undefined) return request;
  if (request.message_ids === undefined) return { ...request, message_ids: [message_id] };
  throw new Failure('invalid', 'invalid_input', 'Name messages under message_id or under message_ids, not both.');
}

function recordsOf(db: ReadDb, snoozed: readonly { message: number; wake_at: string }[]) {
  const times = new Map(snoozed.map(({ message, wake_at }) => [message, wake_at]));
  return messagesByIds(db, [...times.keys()]).map((message) => ({
    message_id: message.message_id,
    account_id: message.account_id,
    thread_id: message.thread_id,
    sender: senderOf(message),
    subject: message.subject,
    snippet: message.snippet,
    wake_at: times.get(message.id) ?? '',
    unread: !(message.flags & flagBits.READ),
    has_attachments: message.attachment_count > 0,
  }));
}

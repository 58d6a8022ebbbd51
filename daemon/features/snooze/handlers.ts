import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Config } from '../../config/schema.ts';
import type { Handlers } from '../../handling.ts';
import type { ApplyParts } from '../../mail/apply.ts';
import { flagBits } from '../../mail/flags.ts';
import { messageOf, messagesByIds } from '../../mail/messages.ts';
import { appliedReply, previewReply } from '../../mail/mutations/reply.ts';
import { chooseTargets, isOfConversations, type TargetWish } from '../../mail/mutations/targets.ts';
import { senderOf } from '../../mail/rows.ts';
import { snoozedMail, snoozeOf } from '../../mail/snoozes.ts';
import type { ReadDb } from '../../store/db.ts';
import { partsToSnooze, withoutOwnMail } from './choice.ts';
import type { snoozeRequests } from './contract.ts';
import { presets, wakeTime } from './presets.ts';
import { snoozeMail } from './snooze.ts';
import { wakeMail } from './wake.ts';

export type SnoozeParts = {
  clock: Clock;
  onActed: ApplyParts['onActed'];
  /** A connection with the index attached. */
  read: ReadDb;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
  config: { readonly current: Pick<Config, 'snooze'> };
  /** Something else may be the next to wake. */
  onSnoozed: () => void;
};

export function snoozeHandlers(parts: SnoozeParts): Handlers<typeof snoozeRequests> {
  const { clock, onActed, read, zone, config, onSnoozed } = parts;
  const when = () => ({ now: clock.now(), zone, hours: config.current.snooze });
  return {
    presets: () => ({ presets: presets(when()) }),
    create({ until, ...input }, { db, caller, accounts, key, permit }) {
      const wakeAt = wakeTime(until, when());
      // For years it is as good as archiving, and no way round what a caller may not do.
      permit({ safety: 'destroy', action: 'archive' });
      const applied = db.transaction(() => {
        const named = chooseTargets(wishOf(input), { read, accounts, now: clock.now(), zone });
        const chosen = withoutOwnMail(db, isOfConversations(input) ? partsToSnooze(db, named) : named);
        const { byAccount, left } = chosen;
        if (byAccount.length + left.length === 0) return undefined;
        return snoozeMail({ db, clock, onActed }, { chosen, wakeAt, actor: caller, correlation: key });
      });
      onSnoozed();
      const reply = applied ? appliedReply(applied) : previewReply([], [], { undoable: false, dry_run: false });
      return { ...reply, wake_at: instantOf(wakeAt) };
    },
    list: (_input, { db, accounts }) => ({ snoozed: recordsOf(db, snoozedMail(db, accounts)) }),
    wake({ id }, { db, caller, accounts, key }) {
      const { id: message, account } = messageOf(db, accounts, id);
      const snooze = snoozeOf(db, message);
      if (!snooze) return { kind: 'Ack', ok: true, result: null };
      const wish = { account, snooze, actor: caller, correlation: key };
      const applied = db.transaction(() => wakeMail({ db, clock, onActed }, wish));
      return { kind: 'Ack', ...appliedReply(applied) };
    },
  };
}

function wishOf({ message_id, ...wish }: TargetWish & { message_id?: string | undefined }): TargetWish {
  if (message_id === undefined) return wish;
  if (wish.message_ids === undefined) return { ...wish, message_ids: [message_id] };
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

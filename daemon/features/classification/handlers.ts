import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { actorOf } from '../../contract/ownership.ts';
import type { Actor } from '../../contract/ownership.ts';
import type { Handlers } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { addressKey } from '../../mail/contacts/changes.ts';
import { correctKind, kindCorrections } from '../../mail/classification/corrections.ts';
import { findMessage, requireMessage } from '../../mail/messages/messages.ts';
import type { ReadDb } from '../../store/db.ts';
import type { classificationRequests } from './contract.ts';

type ClassificationDeps = {
  clock: Clock;
  /** Starts the job that classifies all mail again, or returns the one that runs. */
  start: (actor: Actor) => string;
};

export function classificationHandlers({ clock, start }: ClassificationDeps): Handlers<typeof classificationRequests> {
  return {
    corrections: (_input, { db, accounts }) => listReply(db, accounts),
    correct({ message_id, scope, mail_kind }, { db, caller, accounts }) {
      const { account, message_id: id } = requireMessage(db, accounts, message_id);
      const message = findMessage(db, id);
      const value = scope === 'list' ? (message?.list_id ?? '') : addressKey(message?.from_email ?? '');
      if (value === '' && scope === 'list')
        throw new Failure('invalid', 'no_list', 'This message came from no list. Choose its sender instead.');
      if (value === '') throw new Failure('invalid', 'no_sender', 'This message doesn’t say who it’s from.');
      const correction = { kind: mail_kind, at: instantOf(clock.now()), actor: actorOf(caller) };
      correctKind(db, { account: account.id, scope, value }, correction);
      return listReply(db, accounts);
    },
    recompute: (_input, { caller }) => ({ job_id: start(actorOf(caller)) }),
  };
}

function listReply(db: ReadDb, accounts: readonly Pick<Account, 'id'>[]) {
  return {
    kind: 'KindCorrections' as const,
    corrections: kindCorrections(db, accounts).map(({ kind, ...each }) => ({ ...each, mail_kind: kind })),
  };
}

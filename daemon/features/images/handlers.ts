import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { LiveConfig } from '../../config/live-config.ts';
import type { Handlers } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { allowImages, removeImageAllowance, imageAllowances } from '../../mail/images/allowances.ts';
import type { MessageImages } from '../../mail/images/images.ts';
import { findMessage, requireMessage } from '../../mail/messages/messages.ts';
import { hasProfile } from '../../safety/policy.ts';
import type { ReadDb } from '../../store/db.ts';
import { assetsOf, type AssetDeps } from './assets.ts';
import type { imagesRequests } from './contract.ts';

type ImagesDeps = AssetDeps & {
  clock: Clock;
  config: Pick<LiveConfig, 'current'>;
  /** Reads a message on a worker thread; undefined if only its headers are stored. */
  imagesOf: (message_id: string) => Promise<MessageImages | undefined>;
};

export function imagesHandlers({ clock, config, imagesOf, ...deps }: ImagesDeps): Handlers<typeof imagesRequests> {
  const allowancesReply = (db: ReadDb, accounts: readonly Account[]) => ({
    kind: 'ImageAllowances' as const,
    allowances: imageAllowances(db, accounts),
  });
  return {
    async list({ message_id, allow_remote, which }, { db, accounts, caller }) {
      const message = requireMessage(db, accounts, message_id);
      const images = await imagesOf(message.message_id);
      if (!images) throw notDownloaded();
      const isRemoteAllowed = !hasProfile(caller.origin) && (allow_remote ?? config.current.render.html_remote_content);
      const options = { isRemoteAllowed, onlyShown: which === 'shown' };
      return {
        kind: 'HtmlImageAssets',
        message_id: message.message_id,
        assets: await assetsOf(deps, images, options),
      };
    },
    allowances: (_input, { db, accounts }) => allowancesReply(db, accounts),
    allow(input, { db, accounts }) {
      const { account, sender } = selectSender(input, { db, accounts });
      allowImages(db, account.id, sender, instantOf(clock.now()));
      return allowancesReply(db, accounts);
    },
    forget({ account_id, sender }, { db, accounts }) {
      if (!removeImageAllowance(db, accountNamed(accounts, account_id).id, sender)) {
        throw new Failure('missing', 'not_found', `Images from ${sender} don’t load automatically.`);
      }
      return allowancesReply(db, accounts);
    },
  };
}

type SenderSelection = {
  message_id?: string | undefined;
  account_id?: string | undefined;
  sender?: string | undefined;
};

function selectSender(
  { message_id, account_id = '', sender = '' }: SenderSelection,
  { db, accounts }: { db: ReadDb; accounts: readonly Account[] },
): { account: Account; sender: string } {
  if (message_id === undefined) return { account: accountNamed(accounts, account_id), sender };
  const { account, message_id: known } = requireMessage(db, accounts, message_id);
  const from = findMessage(db, known)?.from_email;
  if (!from) throw new Failure('invalid', 'no_sender', 'This message doesn’t say who it’s from.');
  return { account, sender: from };
}

function accountNamed(accounts: readonly Account[], account_id: string): Account {
  const account = accounts.find((each) => each.account_id === account_id.toLowerCase());
  if (!account) throw new Failure('missing', 'not_found', 'There is no such account.');
  return account;
}

function notDownloaded(): Failure {
  return new Failure('unavailable', 'not_downloaded', 'This message hasn’t been downloaded yet.', { retryable: true });
}

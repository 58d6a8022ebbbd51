import { systemClock } from '../base/clock.ts';
import type { AccountConfig } from '../config/schema/schema.ts';
import type { AccessTokensOf } from './access-token.ts';
import { createQuotas } from './gmail/api/quota.ts';
import { gmailServers, type GmailServers } from './gmail/gmail-servers.ts';
import { outlookServers, type OutlookServers } from './outlook/servers.ts';
import { ProviderError } from './provider.ts';
import type { Sender } from './sender.ts';
import { signedInTokens } from './signed-in-tokens.ts';
import { storedPassword } from './stored-password.ts';
import type { SecretStore } from '../config/secrets/secret-store.ts';

type OpenSenderDeps = {
  secrets: SecretStore;
  /** Absent where no account signs in with the browser. */
  accessTokensOf?: AccessTokensOf;
  /** Replaces the servers of Outlook; for tests. */
  outlook?: OutlookServers;
  /** Replaces the servers of Gmail; for tests. */
  gmail?: GmailServers;
};

/** Creates the sender for an account's mail. Throws ProviderError `auth` where its password or its sign-in is not stored. */
export type OpenSender = (key: string, account: AccountConfig) => Promise<Sender>;

/** Opens the sender that an account is configured for. It connects on the first call. */
export function senderOpener({
  secrets,
  accessTokensOf,
  outlook = outlookServers,
  gmail = gmailServers,
}: OpenSenderDeps): OpenSender {
  const quotaOf = createQuotas(systemClock);
  return async (key, { name, email, sync, send }) => {
    if (send === undefined) throw new ProviderError('refused', noSendTableMessage(key, name));
    switch (send.type) {
      case 'smtp': {
        const { host, port, username, auth_required: authRequired, use_tls: useTls, implicit_tls } = send;
        const password = await storedPassword(secrets, name, send);
        const tls = { useTls, ...(implicit_tls !== undefined && { implicitTls: implicit_tls }) };
        const { createSmtpSender } = await import('./smtp/smtp-sender.ts');
        return createSmtpSender({ host, port, username, password, authRequired, ...tls });
      }
      case 'gmail': {
        // It has the sign-in of the sync table.
        const accessTokens = signedInTokens(accessTokensOf, name, sync?.type === 'gmail' ? sync : {});
        const { openGmailSender } = await import('./gmail/open-gmail.ts');
        return openGmailSender({ servers: gmail, accessTokens, quota: quotaOf(email), clock: systemClock });
      }
      case 'outlook_personal':
      case 'outlook_work': {
        const accessTokens = signedInTokens(accessTokensOf, name, send);
        const { createSmtpSender } = await import('./smtp/smtp-sender.ts');
        return createSmtpSender({
          ...outlook.smtp[send.type],
          username: email,
          password: '',
          accessTokens,
          authRequired: true,
          useTls: true,
          savesSentCopy: true,
          ...(outlook.ca !== undefined && { ca: outlook.ca }),
        });
      }
      case 'fake': {
        const { createFakeSender } = await import('./fake/sender.ts');
        return createFakeSender();
      }
    }
  };
}

function noSendTableMessage(key: string, name: string): string {
  return `${name} has no [accounts.${key}.send] table, so nothing can be sent from it.`;
}

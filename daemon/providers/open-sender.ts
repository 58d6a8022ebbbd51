import type { AccountConfig } from '../config/schema/schema.ts';
import type { AccessTokensOf } from './access-token.ts';
import { outlookServers, type OutlookServers } from './outlook-servers.ts';
import { ProviderError } from './provider.ts';
import type { Sender } from './sender.ts';
import { signedInTokens } from './signed-in-tokens.ts';
import { storedPassword } from './stored-password.ts';
import type { SecretStore } from '../config/secrets/secret-store.ts';

export type OpenSenderDeps = {
  secrets: SecretStore;
  /** Absent where no account signs in with the browser. */
  accessTokensOf?: AccessTokensOf;
  /** Replaces the servers of Outlook; for tests. */
  outlook?: OutlookServers;
};

/** Creates the sender for an account's mail. Throws ProviderError `auth` where its password or its sign-in is not stored. */
export type OpenSender = (key: string, account: AccountConfig) => Promise<Sender>;

/** Opens the sender that an account is configured for. It connects on the first call. */
export function senderOpener({ secrets, accessTokensOf, outlook = outlookServers }: OpenSenderDeps): OpenSender {
  return async (key, { name, email, send }) => {
    if (send === undefined) throw new ProviderError('refused', noSendTableMessage(key, name));
    switch (send.type) {
      case 'smtp': {
        const { host, port, username, auth_required: authRequired, use_tls: useTls, implicit_tls } = send;
        const password = await storedPassword(secrets, name, send);
        const tls = { useTls, ...(implicit_tls !== undefined && { implicitTls: implicit_tls }) };
        const { createSmtpSender } = await import('./smtp/smtp-sender.ts');
        return createSmtpSender({ host, port, username, password, authRequired, ...tls });
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
      default:
        throw new ProviderError(
          'refused',
          `This version of Posthorn cannot send from accounts of the type "${send.type}".`,
        );
    }
  };
}

function noSendTableMessage(key: string, name: string): string {
  return `${name} has no [accounts.${key}.send] table, so nothing can be sent from it.`;
}

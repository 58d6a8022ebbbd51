import type { AccountConfig } from '../config/schema/schema.ts';
import { createFakeSender } from './fake/sender.ts';
import { ProviderError } from './provider.ts';
import type { Sender } from './sender.ts';
import { createSmtpSender } from './smtp/smtp-sender.ts';
import { storedPassword } from './stored-password.ts';
import type { SecretStore } from '../config/secrets/secret-store.ts';

/** How what sends an account's mail comes to be. Throws ProviderError `auth` where its password is not stored. */
export type OpenSender = (key: string, account: AccountConfig) => Promise<Sender>;

/** Opens the sender an account is configured for. Nothing is connected before its first verb. */
export function senderOpener({ secrets }: { secrets: SecretStore }): OpenSender {
  return async (key, { name, send }) => {
    if (send === undefined) throw new ProviderError('refused', noSendTableMessage(key, name));
    switch (send.type) {
      case 'smtp': {
        const { host, port, username, auth_required: authRequired, use_tls: useTls } = send;
        const password = await storedPassword(secrets, name, send);
        return createSmtpSender({ host, port, username, password, authRequired, useTls });
      }
      case 'fake':
        return createFakeSender();
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

import type { AccountConfig } from '../config/schema.ts';
import { createFakeSender } from './fake/sender.ts';
import { ProviderError } from './provider.ts';
import type { Sender } from './sender.ts';

/** How what sends an account's mail comes to be. Throws ProviderError `auth` where its password is not stored. */
export type OpenSender = (key: string, account: AccountConfig) => Promise<Sender>;

/** Opens the sender an account is configured for. Nothing is connected before its first verb. */
export function senderOpener(): OpenSender {
  return async (key, { name, send }) => {
    if (send?.type === 'fake') return createFakeSender();
    if (send === undefined)
      throw new ProviderError(
        'refused',
        `${name} has no [accounts.${key}.send] table, so nothing can be sent from it.`,
      );
    throw new ProviderError(
      'refused',
      `This version of Posthorn cannot send from accounts of the type "${send.type}".`,
    );
  };
}

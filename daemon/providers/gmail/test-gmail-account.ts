import type { Clock } from '../../base/clock.ts';
import { createServiceClient } from '../../outgoing/service-client.ts';
import type { AccessTokens } from '../access-token.ts';
import type { OpenProvider } from '../open-provider.ts';
import type { OpenSender } from '../open-sender.ts';
import { createApiProvider } from './api-provider.ts';
import { createQuota, unitsPerMinute } from './api/quota.ts';
import type { GmailConnection } from './api/request.ts';
import { temporaryNumbers } from '../message-numbers.ts';
import { createGmailSender } from './send/gmail-sender.ts';

/** The configuration of one account at Gmail. */
export const gmailAccountConfig = `
[accounts.ada]
name = "Ada"
email = "ada@gmail.example"
[accounts.ada.sync]
type = "gmail"
token_ref = "ada-google"
[accounts.ada.send]
type = "gmail"
`;

type ApiAccountOptions = { origin: string; tokens: AccessTokens; clock: Clock; unitLimit?: number };

/** Opens the account of a daemon on a server that has no IMAP. */
export function openApiAccount({ origin, tokens, clock, unitLimit = unitsPerMinute }: ApiAccountOptions): {
  openProvider: OpenProvider;
  openSender: OpenSender;
  quota: GmailConnection['quota'];
} {
  const quota = createQuota(clock, unitLimit);
  const connect = (): GmailConnection => ({ service: createServiceClient(origin), tokens, quota, clock });
  return {
    quota,
    openProvider: async (_key, _account, numbers = temporaryNumbers()) =>
      createApiProvider({ connection: connect(), numbers }),
    openSender: async () => createGmailSender(connect()),
  };
}

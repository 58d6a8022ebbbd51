import type { Clock } from '../../base/clock.ts';
import { createServiceClient } from '../../outgoing/service-client.ts';
import type { AccessTokens } from '../access-token.ts';
import type { ImapSettings } from '../imap/connection/connection.ts';
import { createImapProvider } from '../imap/imap-provider.ts';
import type { Provider } from '../provider.ts';
import type { Sender } from '../sender.ts';
import type { Quota } from './api/quota.ts';
import type { GmailConnection } from './api/request.ts';
import { createGmailProvider } from './gmail-provider.ts';
import type { GmailServers } from './gmail-servers.ts';
import type { MessageNumbers } from '../message-numbers.ts';
import { createGmailSender } from './send/gmail-sender.ts';

type GmailAccount = { servers: GmailServers; accessTokens: AccessTokens; quota: Quota };

type OpenGmailOptions = GmailAccount & {
  numbers: MessageNumbers;
  imap: Pick<ImapSettings, 'username' | 'roles' | 'log' | 'budget'> & { clock: Clock };
};

/** Opens a Gmail account; IMAP and the API have the same access tokens. */
export function openGmailProvider({ numbers, imap, ...account }: OpenGmailOptions): Provider {
  const { servers, accessTokens } = account;
  return createGmailProvider({
    connection: connectionOf({ ...account, clock: imap.clock }),
    numbers,
    imap: createImapProvider({
      ...imap,
      ...servers.imap,
      password: '',
      accessTokens,
      authRequired: true,
      useTls: true,
      ...(servers.ca !== undefined && { ca: servers.ca }),
    }),
  });
}

export function openGmailSender(account: GmailAccount & { clock: Clock }): Sender {
  return createGmailSender(connectionOf(account));
}

function connectionOf({ servers, accessTokens, quota, clock }: GmailAccount & { clock: Clock }): GmailConnection {
  return { service: createServiceClient(servers.api), tokens: accessTokens, quota, clock };
}

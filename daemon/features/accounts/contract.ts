import { z } from 'zod';
import { configErrors, demoErrors } from '../../contract/config-errors.ts';
import { requests } from '../../contract/define.ts';
import { browserSetupErrors, otherAddress } from '../../contract/browser-setup-errors.ts';
import { accountId, ack, pageInput, pageOutput, queryFlag, text, uuid } from '../../contract/fields.ts';
import {
  accountConfig,
  accountKey,
  discovery,
  emailAddress,
  operationResult,
  sendConfig,
  syncConfig,
} from '../../contract/account-setup.ts';

const accountCapabilities = z
  .object({
    labels: z.boolean(),
    server_search: z.boolean(),
    delta_sync: z.boolean(),
    push: z.boolean(),
    batch_operations: z.boolean(),
    native_thread_ids: z.boolean(),
    supports_send: z.boolean(),
    supports_local_drafts: z.boolean(),
    supports_server_drafts: z.boolean(),
  })
  .meta({ id: 'AccountCapabilitiesData', description: 'What the server and Posthorn can do for an account' });

export const accountSummary = z
  .object({
    account_id: uuid(),
    key: text('work').nullable().describe('Its name in config.toml'),
    name: text('Work'),
    email: text('ada@example.org'),
    addresses: z.array(text('ada@example.org')).describe('Every address of the owner in it, the main one first'),
    provider_kind: text('imap'),
    sync_kind: text('imap').nullable().describe('Null where it is kept in step with no server'),
    send_kind: text('smtp').nullable(),
    enabled: z.boolean(),
    is_default: z.boolean(),
    source: z.enum(['runtime', 'config', 'both']),
    editable: z.enum(['full', 'runtime_only']),
    capabilities: accountCapabilities,
    health: z.object({
      state: z.enum(['synced', 'syncing', 'waiting', 'needs_attention', 'disabled']),
      message: text('Synced.'),
    }),
  })
  .meta({ id: 'AccountSummaryData' });

const shownServer = { password: true } as const;
const [imapShown, ...otherSyncs] = syncConfig.options;
const [smtpShown, ...otherSends] = sendConfig.options;

/** Like `accountConfig`, without secrets. */
const shownAccount = z
  .object({
    ...accountConfig.shape,
    sync: z.discriminatedUnion('type', [imapShown.omit(shownServer), ...otherSyncs]).nullable(),
    send: z.discriminatedUnion('type', [smtpShown.omit(shownServer), ...otherSends]).nullable(),
    /** Whether its passwords are stored; null where it needs none, or where the keychain does not answer. */
    password_stored: z.object({ sync: z.boolean().nullable(), send: z.boolean().nullable() }),
  })
  .meta({
    id: 'AccountConfigData',
    description: 'An account as config.toml has it, without what is secret',
    examples: [
      {
        key: 'work',
        name: 'Work',
        email: 'ada@example.org',
        enabled: true,
        is_default: true,
        sync: {
          type: 'imap',
          host: 'imap.example.org',
          port: 993,
          username: 'ada@example.org',
          auth_required: true,
          use_tls: true,
          password_ref: 'work-imap',
        },
        send: {
          type: 'smtp',
          host: 'smtp.example.org',
          port: 465,
          username: 'ada@example.org',
          auth_required: true,
          use_tls: true,
          password_ref: 'work-smtp',
        },
        password_stored: { sync: true, send: true },
      },
    ],
  });

const operation = z.object({ kind: z.literal('AccountOperation'), result: operationResult });
const keyed = z.object({ key: accountKey });

const settingErrors = { ...configErrors, ...demoErrors };

const setupErrors = {
  plaintext_password: ['invalid', 'A password is to travel unencrypted (`use_tls` false with `auth_required` true).'],
  missing_username: ['invalid', 'The server asks for a password, and there is no name to sign in with.'],
  no_server: ['invalid', 'Neither a server to read from nor one to send with is given.'],
  foreign_password: ['invalid', '`password_ref` names the password of another account.'],
  ...browserSetupErrors,
} as const;

const noSuchKey = { no_such_account: ['missing', 'No account of config.toml has that key.'] } as const;

const addressInput = { account_id: accountId, email: emailAddress };

export const accountsRequests = requests('The accounts that mail is fetched from, and how they are.', {
  list: {
    http: 'GET /platform/accounts',
    summary: 'Every account the daemon knows, with its health in words.',
    effect: { safety: 'read' },
    scope: 'filtered',
    pages: { list: 'accounts', id: 'account_id' },
    input: z.object({ ...pageInput }),
    output: z.object({ accounts: z.array(accountSummary), ...pageOutput }),
  },
  config: {
    http: 'GET /platform/accounts/config',
    summary: 'The accounts as config.toml has them, without secrets.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({}),
    output: z.object({ kind: z.literal('AccountsConfig'), accounts: z.array(shownAccount) }),
  },
  discover: {
    http: 'POST /platform/accounts/discover',
    summary: 'Finds out where an address has its mail: known providers, MX and SRV records, autoconfig, and trying.',
    effect: { safety: 'fetch' },
    scope: 'none',
    people: true,
    awaits: true,
    input: z.object({ email: emailAddress }),
    output: z.object({ discovery }),
    errors: demoErrors,
  },
  test: {
    http: 'POST /platform/accounts/test',
    summary:
      'Signs in to the servers of an account, to read and to send, and says what stands in the way. Saves nothing.',
    effect: { safety: 'fetch' },
    scope: 'none',
    people: true,
    awaits: true,
    input: accountConfig,
    output: z.object({ result: operationResult }),
    errors: setupErrors,
  },
  upsert: {
    http: 'POST /platform/accounts/upsert',
    summary: 'Adds an account or changes one: passwords into the keychain, the rest into config.toml, then tests it.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    awaits: true,
    input: accountConfig,
    output: z.object({ result: operationResult }),
    errors: {
      ...setupErrors,
      ...settingErrors,
      same_mailbox: ['conflict', 'The mailbox is set up already, under another key.'],
      being_removed: ['conflict', 'Its mail is still being deleted here, after it was removed.'],
    },
  },
  authorize: {
    http: 'POST /platform/accounts/authorize',
    summary:
      'Signs an account in to Google or Microsoft. Where no one is signed in yet, the result is not ok and says where to ' +
      'sign in: `device_code_url`, with `device_code_user_code` where a code is typed. Asking again tells what came of it.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    awaits: true,
    input: z.object({
      account: accountConfig,
      reauthorize: z.boolean().default(false).describe('Asks for a new sign-in although there is one'),
    }),
    output: operation,
    errors: { ...noSuchKey, ...settingErrors, ...browserSetupErrors, ...otherAddress },
  },
  repair: {
    http: 'POST /platform/accounts/repair',
    summary: 'Stores the passwords of an account anew, where they work, and begins syncing again.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    awaits: true,
    input: accountConfig,
    output: operation,
    errors: { ...noSuchKey, ...demoErrors },
  },
  setDefault: {
    http: 'POST /platform/accounts/default',
    summary: 'Makes an account the one that is used where a request names none.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    awaits: true,
    input: keyed,
    output: z.object({ result: operationResult }),
    errors: { ...noSuchKey, ...settingErrors, account_disabled: ['conflict', 'The account is turned off.'] },
  },
  disable: {
    http: 'POST /platform/accounts/{key}/disable',
    summary: 'Stops syncing an account and sending from it. Its mail, its settings and its passwords stay.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    awaits: true,
    input: keyed,
    output: operation,
    errors: { ...noSuchKey, ...settingErrors },
  },
  enable: {
    http: 'POST /platform/accounts/{key}/enable',
    summary: 'Syncs an account again that was turned off.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    awaits: true,
    input: keyed,
    output: operation,
    errors: { ...noSuchKey, ...settingErrors },
  },
  remove: {
    http: 'DELETE /platform/accounts/{key}',
    summary:
      'Removes an account from config.toml, and its passwords. Its mail stays readable here, unless `purge_local_data` says ' +
      'that it goes too. Drafts, and mail that is on no server, are never deleted with it.',
    effect: { safety: 'destroy', action: 'remove_account' },
    ofPosthorn: true,
    scope: 'filtered',
    awaits: true,
    input: z.object({
      key: accountKey.meta({
        description: 'Its name in config.toml; its id where it is set up no more, and only its mail is left here',
        examples: ['work'],
      }),
      purge_local_data: queryFlag
        .default(false)
        .meta({ description: 'Whether its mail here goes too', examples: [false] }),
      dry_run: queryFlag
        .default(false)
        .meta({ description: 'Says what would happen, and does nothing', examples: [true] }),
    }),
    output: operation,
    errors: {
      ...noSuchKey,
      ...settingErrors,
      sends_waiting: ['conflict', 'The account has mail that is being sent or whose sending is unconfirmed.'],
      only_copy: ['conflict', 'Its mail is on no server, so it is not deleted as a whole.'],
    },
  },
  addresses: {
    http: 'GET /platform/accounts/{account_id}/addresses',
    summary: 'The addresses of the owner in an account: mail from one of them is mail they sent.',
    effect: { safety: 'read' },
    scope: { accounts: 'account_id' },
    input: z.object({ account_id: accountId }),
    output: z.object({
      kind: z.literal('AccountAddresses'),
      addresses: z.array(
        z
          .object({ account_id: uuid(), email: text('ada@example.org'), is_primary: z.boolean() })
          .meta({ id: 'AccountAddress' }),
      ),
    }),
  },
  addAddress: {
    http: 'POST /platform/accounts/{account_id}/addresses',
    summary: 'Adds an address; mail that came from it is sorted to what was sent.',
    effect: { safety: 'mutate' },
    scope: { accounts: 'account_id' },
    people: true,
    input: z.object({ ...addressInput, primary: z.boolean().default(false) }),
    output: ack,
  },
  removeAddress: {
    http: 'POST /platform/accounts/{account_id}/addresses/remove',
    summary: 'Takes an address away; mail from it is mail that was received again.',
    effect: { safety: 'mutate' },
    scope: { accounts: 'account_id' },
    people: true,
    input: z.object(addressInput),
    output: ack,
    errors: {
      no_such_address: ['missing', 'The account has no such address.'],
      primary_address: ['conflict', 'It is the main address of the account, which it cannot be without.'],
    },
  },
  setPrimaryAddress: {
    http: 'POST /platform/accounts/{account_id}/addresses/primary',
    summary: 'Makes one of the addresses the main one, from which mail is sent unless another is chosen.',
    effect: { safety: 'mutate' },
    scope: { accounts: 'account_id' },
    people: true,
    input: z.object(addressInput),
    output: ack,
    errors: { no_such_address: ['missing', 'The account has no such address.'] },
  },
});

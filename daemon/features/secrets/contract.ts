import { z } from 'zod';
import { keychainTroubles } from '../../config/secrets/keychain-failure.ts';
import { vaultStates } from '../../config/secrets/vault.ts';
import { requests } from '../../contract/define.ts';
import { count, instantOut, text } from '../../contract/fields.ts';

const store = z.enum(['keychain', 'file', 'vault']).meta({ examples: ['keychain'] });

const secrets = z
  .object({
    store: store.describe('Where new passwords of IMAP and SMTP servers go'),
    file: text('/home/ada/.config/posthorn/secrets.toml').describe('Read first where it is there'),
    in_file: count.describe('Passwords that are in the file'),
    keychain: z.object({
      /** `off`: SVC_KEYCHAIN=off prevents storing passwords in the keychain. */
      state: z.enum(['answers', ...keychainTroubles, 'off']),
      message: text('The keychain of this computer is locked.', 'Why it does not answer, and what to do').nullable(),
    }),
    tokens: z.enum(['keychain', 'files', 'vault']).describe('Where sign-ins made in the browser are kept'),
    vault: z
      .object({
        state: z.enum(vaultStates).meta({ examples: ['none'] }),
        file: text('/home/ada/.config/posthorn/vault.json'),
        secrets: count.describe('Passwords and sign-ins in it'),
        message: text('Locked. Enter your passphrase.', 'Why it cannot be read, and what to do').nullable(),
        retry_at: instantOut.nullable().describe('When the next passphrase is accepted; null for now'),
      })
      .describe('A file that a passphrase protects, for computers without a keychain'),
  })
  .meta({ id: 'Secrets', description: 'Where secrets are kept; never the secrets' });

const passphrase = z
  .string()
  .max(1000)
  .meta({ examples: ['four words of your own'] });

const errors = {
  no_secrets: ['unsupported', 'A demo keeps no passwords.'],
  no_vault: ['missing', 'There is no vault.'],
  vault_locked: ['unavailable', 'The vault is locked.'],
  vault_damaged: ['invalid', 'vault.json cannot be decrypted, or is not a vault.'],
  vault_unreadable: ['unavailable', 'vault.json cannot be read.'],
  secrets_unwritable: ['unavailable', 'A file of secrets cannot be written.'],
  secrets_unreadable: ['invalid', 'secrets.toml is not valid TOML or cannot be read.'],
  passphrase_short: ['invalid', 'A new passphrase has fewer than 10 characters.'],
  wrong_passphrase: ['refused', 'It is not the passphrase of the vault. `retry_at` is when the next one is accepted.'],
  passphrase_wait: ['limited', 'After a wrong passphrase the next one waits until `retry_at`.'],
} as const;

const attemptErrors = {
  no_secrets: errors.no_secrets,
  no_vault: errors.no_vault,
  wrong_passphrase: errors.wrong_passphrase,
  passphrase_wait: errors.passphrase_wait,
  vault_damaged: errors.vault_damaged,
  vault_unreadable: errors.vault_unreadable,
};

const moveOutput = z.object({
  moved: count,
  left: z.array(z.object({ ref: text('work-imap'), reason: text('The keychain is locked.') })),
  secrets,
});

export const secretsRequests = requests('Where passwords and sign-ins are kept.', {
  get: {
    http: 'GET /platform/secrets',
    summary: 'Where passwords and sign-ins are kept, and whether the keychain answers.',
    effect: { safety: 'read' },
    scope: 'none',
    people: true,
    input: z.object({}),
    output: secrets,
    errors: { no_secrets: errors.no_secrets },
  },
  move: {
    http: 'POST /platform/secrets/move',
    summary:
      'Moves the passwords of the accounts between secrets.toml, the keychain and the vault; with the vault also the sign-ins. One that cannot be moved stays.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    awaits: true,
    input: z.object({ to: store }),
    output: moveOutput,
    errors: {
      no_secrets: errors.no_secrets,
      no_vault: errors.no_vault,
      vault_locked: errors.vault_locked,
      vault_damaged: errors.vault_damaged,
      vault_unreadable: errors.vault_unreadable,
      secrets_unwritable: errors.secrets_unwritable,
      keychain_off: ['conflict', 'SVC_KEYCHAIN=off keeps Posthorn from touching the keychain.'],
      keychain_unavailable: ['unavailable', 'The keychain does not answer, or was not opened: nothing was moved.'],
      secrets_unreadable: errors.secrets_unreadable,
    },
  },
  createVault: {
    http: 'POST /platform/secrets/vault',
    summary: 'Makes a vault that opens with a passphrase, and moves the passwords and sign-ins into it.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    awaits: true,
    input: z.object({ passphrase }),
    output: moveOutput,
    errors: {
      no_secrets: errors.no_secrets,
      vault_exists: ['conflict', 'There is a vault already.'],
      passphrase_short: errors.passphrase_short,
      vault_damaged: errors.vault_damaged,
      vault_unreadable: errors.vault_unreadable,
      secrets_unwritable: errors.secrets_unwritable,
      secrets_unreadable: errors.secrets_unreadable,
    },
  },
  unlockVault: {
    http: 'POST /platform/secrets/vault/unlock',
    summary: 'Opens the vault until Posthorn ends. What waited for passwords goes on.',
    effect: { safety: 'read' },
    scope: 'none',
    people: true,
    input: z.object({ passphrase }),
    output: secrets,
    errors: attemptErrors,
  },
  lockVault: {
    http: 'POST /platform/secrets/vault/lock',
    summary:
      'Locks the vault: its key leaves memory, and the connections that were opened with its secrets end. A message that is being sent is finished; others wait for the passphrase.',
    effect: { safety: 'read' },
    scope: 'none',
    people: true,
    input: z.object({}),
    output: secrets,
    errors: { no_secrets: errors.no_secrets, no_vault: errors.no_vault },
  },
  changePassphrase: {
    http: 'POST /platform/secrets/vault/passphrase',
    summary: 'Replaces the passphrase of the vault, and encrypts everything in it anew.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    awaits: true,
    input: z.object({ passphrase, new_passphrase: passphrase }),
    output: secrets,
    errors: {
      ...attemptErrors,
      passphrase_short: errors.passphrase_short,
      secrets_unwritable: errors.secrets_unwritable,
    },
  },
  forgetVault: {
    http: 'POST /platform/secrets/vault/forget',
    summary:
      'For a passphrase that is forgotten: puts the vault aside, after which each account asks for its password or sign-in again. No mail is removed.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    awaits: true,
    input: z.object({ confirm: z.literal(true) }),
    output: z.object({
      moved_to: text('/home/ada/.config/posthorn/vault.json.2026-03-10T09-40-00-000Z', 'Where the old file is kept'),
      secrets,
    }),
    errors: {
      no_secrets: errors.no_secrets,
      no_vault: errors.no_vault,
      secrets_unwritable: errors.secrets_unwritable,
    },
  },
});

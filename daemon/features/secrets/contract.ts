import { z } from 'zod';
import { keychainTroubles } from '../../config/secrets/keychain-failure.ts';
import { requests } from '../../contract/define.ts';
import { count, text } from '../../contract/fields.ts';

const store = z.enum(['keychain', 'file']).meta({ examples: ['keychain'] });

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
    tokens: z.enum(['keychain', 'files']).describe('Where sign-ins made in the browser are kept'),
  })
  .meta({ id: 'Secrets', description: 'Where secrets are kept; never the secrets' });

export const secretsRequests = requests('Where passwords and sign-ins are kept.', {
  get: {
    http: 'GET /platform/secrets',
    summary: 'Where passwords and sign-ins are kept, and whether the keychain answers.',
    effect: { safety: 'read' },
    scope: 'none',
    people: true,
    input: z.object({}),
    output: secrets,
    errors: { no_secrets: ['unsupported', 'A demo keeps no passwords.'] },
  },
  move: {
    http: 'POST /platform/secrets/move',
    summary:
      'Moves the passwords of the accounts from secrets.toml into the keychain, or back. One that cannot be moved stays.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    awaits: true,
    input: z.object({ to: store }),
    output: z.object({
      moved: count,
      left: z.array(z.object({ ref: text('work-imap'), reason: text('The keychain is locked.') })),
      secrets,
    }),
    errors: {
      no_secrets: ['unsupported', 'A demo keeps no passwords.'],
      keychain_off: ['conflict', 'SVC_KEYCHAIN=off keeps Posthorn from touching the keychain.'],
      keychain_unavailable: ['unavailable', 'The keychain does not answer, or was not opened: nothing was moved.'],
      secrets_unreadable: ['invalid', 'secrets.toml is not valid TOML or cannot be read.'],
    },
  },
});

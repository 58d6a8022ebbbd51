import { z } from 'zod';
import { accountConfig } from '../../contract/account-setup.ts';
import { browserSetupErrors, otherAddress } from '../../contract/browser-setup-errors.ts';
import { demoErrors } from '../../contract/config-errors.ts';
import { requests } from '../../contract/define.ts';
import { anyId, text, uuid } from '../../contract/fields.ts';

const sessionId = anyId.describe('Id of a session');
const malformedId = { malformed_id: ['invalid', 'The id is not a UUID.'] } as const;

const authorizationSession = z
  .object({
    session_id: uuid(),
    account_key: text('work'),
    flow: z.enum(['auto', 'installed', 'device']),
    state: z.enum(['starting', 'waiting_for_user', 'authorized', 'failed', 'cancelled']),
    auth_url: text('https://accounts.google.com/o/oauth2/v2/auth', 'The page to open in the browser').nullable(),
    verification_uri: text('https://www.microsoft.com/link', 'Where `user_code` is typed, on any device').nullable(),
    user_code: text('ABCD-EFGH').nullable(),
    poll_interval_secs: z.int().nullable(),
    expires_at_unix: z.int().nullable(),
    error: text('denied', 'Why it failed, for programs').nullable(),
    message: text('Signed in as ada@example.org.', 'What happened, as a sentence').nullable(),
    admin_consent_url: text(
      'https://login.microsoftonline.com/organizations/adminconsent',
      'Where an administrator allows Posthorn for the whole organization',
    ).nullable(),
  })
  .meta({
    id: 'AuthSessionData',
    description: 'A sign-in with Google or Microsoft that is under way. It holds no token',
  });

const reply = z.object({ session: authorizationSession });
const noSuchSession = {
  no_such_session: ['missing', 'The session is unknown: it has expired, or the daemon was restarted.'],
} as const;

export const authorizationRequests = requests('Sign-ins with Google and Microsoft that are under way.', {
  start: {
    http: 'POST /platform/auth/sessions/start',
    summary:
      'Starts a sign-in in the browser, or with a code for Outlook. It replaces an unfinished one of the same account, and ' +
      'expires after 15 minutes.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    awaits: true,
    input: z.object({
      account: accountConfig,
      reauthorize: z
        .boolean()
        .default(false)
        .describe(
          'Signs in an account again that is set up already; its new sign-in is stored at once. Without a client id, that of the account is used',
        ),
      flow: z.enum(['auto', 'installed', 'device']).default('auto'),
    }),
    output: reply,
    errors: {
      ...browserSetupErrors,
      ...otherAddress,
      ...demoErrors,
      no_such_account: ['missing', 'The account to sign in again is not set up.'],
      no_device_flow: ['invalid', 'The provider offers no sign-in with a code.'],
    },
  },
  get: {
    http: 'GET /platform/auth/sessions/{session_id}',
    summary: 'How a sign-in stands. Only people get its links and its code.',
    effect: { safety: 'read' },
    scope: 'none',
    input: z.object({ session_id: sessionId }),
    output: reply,
    errors: { ...noSuchSession },
  },
  cancel: {
    http: 'POST /platform/auth/sessions/{session_id}/cancel',
    summary: 'Ends a sign-in. What the browser brings later is ignored.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    input: z.object({ session_id: sessionId }),
    output: reply,
    errors: { ...noSuchSession, ...malformedId, already_completed: ['conflict', 'The sign-in is complete.'] },
  },
  complete: {
    http: 'POST /platform/auth/sessions/{session_id}/complete',
    summary: 'Stores the sign-in of an authorized session, and the account where `save_account` says so.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    awaits: true,
    input: z.object({
      session_id: sessionId,
      save_account: z.boolean().default(false).describe('Also writes the account into config.toml'),
    }),
    output: reply,
    errors: {
      ...noSuchSession,
      ...malformedId,
      not_authorized: ['conflict', 'The user has not signed in, or the session was cancelled.'],
    },
  },
});

import { z } from 'zod';
import { isIP } from 'node:net';
import { text } from './fields.ts';

/** The setup of an account, and the results of setting it up (wire-contract, section 14.10). */

const port = z.int().min(1).max(65_535);
const reference = z
  .string()
  .max(200)
  .default('')
  .meta({
    description: 'Name of the stored password, never the password; made where none is given',
    examples: ['work-imap'],
  });
const secret = z.string().min(1).max(10_000).nullish();
const tokenRef = z
  .string()
  .max(200)
  .default('')
  .meta({ examples: ['work-google'] });
const clientId = z.string().max(500).nullish();
const host = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .refine((name) => /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/i.test(name) || isIP(name) !== 0, {
    error: 'must be the name or address of a server, without https:// or a path',
  })
  .meta({ examples: ['mail.example.org'] });

/** A server with a user name and a password. */
function server<Type extends string>(type: Type, defaultPort: number) {
  return z.object({
    type: z.literal(type),
    host,
    port: port.default(defaultPort),
    username: z
      .string()
      .max(500)
      .default('')
      .meta({ examples: ['ada@example.org'] }),
    auth_required: z.boolean().default(true).describe('Whether the server asks for a password'),
    use_tls: z
      .boolean()
      .default(true)
      .describe('Implicit TLS on 465 and 993, STARTTLS elsewhere, never plaintext instead'),
    implicit_tls: z
      .boolean()
      .optional()
      .describe('Whether TLS begins with the connection; where absent, an unusual port is tried in both ways')
      .meta({ examples: [true] }),
    password_ref: reference,
    password: secret.describe('Kept in the keychain and never told again; absent where the stored one stays').meta({
      examples: ['correct horse battery'],
    }),
  });
}

const fake = z.object({ type: z.literal('fake') });
const outlook = <Type extends string>(type: Type) =>
  z.object({ type: z.literal(type), client_id: clientId.meta({ examples: ['0f1e2d3c'] }), token_ref: tokenRef });

export const syncConfig = z.discriminatedUnion('type', [
  server('imap', 993),
  z.object({
    type: z.literal('gmail'),
    client_id: clientId.meta({ examples: ['1234.apps.example'] }),
    client_secret: secret.meta({ examples: ['a secret'] }),
    credential_source: z.enum(['bundled', 'custom']).default('bundled'),
    token_ref: tokenRef,
  }),
  outlook('outlook_personal'),
  outlook('outlook_work'),
  fake,
]);

export const sendConfig = z.discriminatedUnion('type', [
  server('smtp', 465),
  z.object({ type: z.literal('gmail') }),
  outlook('outlook_personal'),
  outlook('outlook_work'),
  fake,
]);

/** A key that is valid in `[accounts.<key>]` and in request URLs. */
export const accountKey = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/i, 'must be up to 64 letters, digits, - and _, beginning with a letter or digit')
  .meta({ description: 'Its name in config.toml', examples: ['work'] });

const emailAddress = z
  .string()
  .trim()
  .max(320)
  .regex(/^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/, 'must be an email address, as in ada@example.org')
  .meta({ examples: ['ada@example.org'] });
export { emailAddress };

export const accountConfig = z
  .object({
    key: accountKey,
    name: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .meta({ examples: ['Work'] }),
    email: emailAddress,
    enabled: z.boolean().default(true),
    is_default: z.boolean().default(false),
    sync: syncConfig.nullish(),
    send: sendConfig.nullish(),
  })
  .describe('An account as config.toml has it; passwords only go in');
export type AccountSetup = z.output<typeof accountConfig>;

const step = z
  .object({ ok: z.boolean(), detail: text('Signed in to mail.example.org.', 'A sentence for the person') })
  .meta({ id: 'AccountOperationStep' });

/**
 * The kind of a failed step, which decides what the user is asked to do; `sign_in`: the user signs in again in the browser;
 * `server_name`: the server does not exist;
 * `network`: this computer has no network.
 */
const setupTroubles = [
  'password',
  'sign_in',
  'username',
  'server_name',
  'port',
  'no_encryption',
  'certificate',
  'network',
  'keychain',
  'refused',
  'busy',
  'other',
] as const;
export type SetupTrouble = (typeof setupTroubles)[number];

const trouble = z
  .object({
    where: z.enum(['sync', 'send', 'auth', 'save']),
    what: z.enum(setupTroubles),
    host: text('mail.example.org').nullable(),
    /** The form field to check. */
    field: z.enum(['email', 'password', 'username', 'host', 'port', 'use_tls']).nullable(),
    message: text(
      'mail.example.org does not accept this name and password.',
      'What the problem is and what to do, in plain words',
    ),
    technical: text('NO [AUTHENTICATIONFAILED] Authentication failed.').nullable(),
    suggestion: z
      .object({ host: text('mail.example.org'), port: z.int().meta({ examples: [993] }), use_tls: z.boolean() })
      .partial()
      .nullable()
      .describe('What is likely meant instead; absent is what stays as it is'),
  })
  .meta({ id: 'AccountTrouble', description: 'What stands in the way, in words for who never set up mail' });
export type AccountTrouble = z.output<typeof trouble>;

export const operationResult = z
  .object({
    ok: z.boolean(),
    summary: text('Work is set up.'),
    save: step.nullable(),
    auth: step.nullable(),
    sync: step.nullable(),
    send: step.nullable(),
    troubles: z.array(trouble),
    device_code_url: text('https://example.org/device').nullable(),
    device_code_user_code: text('ABCD-EFGH').nullable(),
  })
  .meta({ id: 'AccountOperationResult' });
export type OperationResult = z.output<typeof operationResult>;

const serverSettings = z.object({
  host: text('imap.example.org'),
  port: z.int().meta({ examples: [993] }),
  use_tls: z.boolean(),
  auth_required: z.boolean(),
  username: text('ada@example.org'),
});

/** The discovered mail servers of an address. */
export const discovery = z
  .object({
    email: text('ada@example.org'),
    domain: text('example.org'),
    /** Absent if the provider is unknown. */
    provider: z
      .object({
        id: text('fastmail'),
        name: text('Fastmail'),
        /** How the user signs in: with the mailbox's password, with an app password, or in the browser. */
        sign_in: z.enum(['password', 'app_password', 'browser']),
        /** Whether this version of Posthorn can sign in to the provider. */
        supported: z.boolean(),
        /** The steps to create an app password. */
        steps: z.array(text('Open Settings, then Privacy & Security.')),
        /** The page where the user creates it. */
        help_url: text('https://app.fastmail.com/settings/security').nullable(),
        /** Further information for the user. */
        note: text('IMAP has to be switched on first.').nullable(),
      })
      .nullable(),
    sync: serverSettings.nullable(),
    send: serverSettings.nullable(),
    /** The source of the servers; `guess`: found by probing. */
    source: z.enum(['known', 'mx', 'srv', 'autoconfig', 'guess', 'none']),
    /** The likely correct spelling of the domain. */
    did_you_mean: text('ada@example.org').nullable(),
    /** What the user should know before the next step: no such domain, no connection. */
    trouble: text('There is no domain exmaple.org.').nullable(),
  })
  .meta({ id: 'AccountDiscovery', description: 'Where an address has its mail, as far as can be found out' });
export type Discovery = z.output<typeof discovery>;

import { emailAddress, host, notEmpty } from './text-rules.ts';
import {
  choice,
  flag,
  optionalFlag,
  omitTable,
  optionalTable,
  optionalWhole,
  required,
  table,
  text,
  variants,
  whole,
  type TableRule,
} from './schema-nodes.ts';

const tokenRef = text(undefined, 'Name of the keychain entry of the sign-in.', {
  otherwise: 'set when the account is authorised',
});
const ownClient = text(undefined, 'Id of your own OAuth client.', { otherwise: "Posthorn's own" });

const fake = table('A made-up mailbox in memory.', {});
const outlook = table('Outlook, signed in with Microsoft.', { client_id: ownClient, token_ref: tokenRef });

const gmailSync = table(
  'Gmail, signed in with Google.',
  {
    credential_source: choice('bundled', ['bundled', 'custom'], "Whether Posthorn's OAuth client is used or your own."),
    client_id: ownClient,
    client_secret: text(undefined, 'Secret of your own OAuth client.', {
      otherwise: 'stored with the sign-in',
      redact: () => '[set]',
    }),
    token_ref: tokenRef,
  },
  [clientRule('client_id'), clientRule('client_secret')].flat(),
);

/** The keys of a server that requires a user name and a password, on `port` by default. */
function passwordServerKeys(port: number) {
  return {
    host: text(required, 'Name of the server.', { rule: host }),
    port: whole(port, [1, 65_535], 'Its port.'),
    username: text('', 'The name to sign in with.'),
    // The way a password is transmitted must not be guessed from a bad value.
    auth_required: flag(true, 'Whether the server asks for a password.', { safeValue: omitTable }),
    use_tls: flag(true, 'Whether the connection is encrypted.', { safeValue: omitTable }),
    implicit_tls: optionalFlag('Whether TLS begins with the connection.', 'on 993 and 465, STARTTLS on other ports'),
    password_ref: text('', 'Name of the stored password, never the password.'),
  };
}

type PasswordServer = { use_tls: boolean; auth_required: boolean; username: string; password_ref: string };

const passwordServerRules: TableRule<PasswordServer>[] = [
  {
    key: 'use_tls',
    message: 'can’t be false while auth_required is true, because the password would be sent unencrypted',
    isViolated: ({ use_tls, auth_required }) => !use_tls && auth_required,
  },
  {
    key: 'username',
    message: 'is missing, and auth_required is true',
    isViolated: ({ username, auth_required }) => auth_required && username.trim() === '',
  },
  {
    key: 'password_ref',
    message: 'is missing, and auth_required is true',
    isViolated: ({ password_ref, auth_required }) => auth_required && password_ref.trim() === '',
  },
];

const imap = table(
  'An IMAP server.',
  {
    ...passwordServerKeys(993),
    sieve_host: text(undefined, 'Name of the server that keeps its filters (ManageSieve).', {
      rule: host,
      otherwise: 'found by DNS, else the IMAP server',
    }),
    sieve_port: optionalWhole([1, 65_535], 'The port of that server.', '4190'),
  },
  passwordServerRules,
);

const folderField = (what: string) =>
  text(undefined, `Path of the folder for ${what}.`, {
    rule: notEmpty,
    otherwise: 'what the server says, else the usual name',
  });

const folders = optionalTable("Which of an IMAP server's folders are for what, where Posthorn would choose others.", {
  sent: folderField('mail that was sent'),
  drafts: folderField('drafts'),
  trash: folderField('deleted mail'),
  spam: folderField('spam'),
  archive: folderField('archived mail'),
});

/** `[accounts.<key>]`. */
export const account = table('One mail account.', {
  name: text(required, 'How the account is shown.', { rule: notEmpty }),
  email: text(required, 'Its main address.', { rule: emailAddress }),
  enabled: flag(true, 'Whether it is synced.', { safeValue: false }),
  notify: flag(true, 'Whether its new mail is shown on the desktop, and sounds.'),
  sync: variants('Where its mail is read.', {
    gmail: gmailSync,
    imap,
    outlook_personal: outlook,
    outlook_work: outlook,
    fake,
  }),
  folders,
  send: variants('Where its mail is sent.', {
    gmail: table('Gmail, signed in as for reading.', {}),
    smtp: table('An SMTP server.', passwordServerKeys(465), passwordServerRules),
    outlook_personal: outlook,
    outlook_work: outlook,
    fake,
  }),
});

type OwnClient = {
  credential_source: 'bundled' | 'custom';
  client_id?: string;
  client_secret?: string;
  token_ref?: string;
};

function clientRule(key: 'client_id' | 'client_secret'): TableRule<OwnClient>[] {
  return [
    {
      key,
      message: 'is only allowed with credential_source = "custom"',
      isViolated: (values) => values.credential_source === 'bundled' && values[key] !== undefined,
    },
    {
      key,
      message: 'is missing, and credential_source is "custom"',
      // The secret of an account that is signed in is stored with the sign-in.
      isViolated: (values) =>
        values.credential_source === 'custom' &&
        !values[key]?.trim() &&
        !(key === 'client_secret' && values.token_ref?.trim()),
    },
  ];
}

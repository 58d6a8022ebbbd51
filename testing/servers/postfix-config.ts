import { join } from 'node:path';

type PostfixOptions = {
  dir: string;
  port: number;
  lmtpPort: number;
  authPort: number;
  certFile: string;
  keyFile: string;
  /** The users with a mailbox. */
  recipients: readonly string[];
};

/** Postfix's `main.cf`: submission on loopback with TLS and a sign-in that Dovecot checks, delivery by LMTP. */
export function mainConfig({ dir, lmtpPort, authPort, certFile, keyFile, recipients }: PostfixOptions): string {
  const domains = [...new Set(recipients.map((email) => email.split('@')[1]))];
  const known = [...recipients, ...domains.map((domain) => `gone@${domain}`)];
  return `
compatibility_level = 3.6
queue_directory = ${join(dir, 'spool')}
data_directory = ${join(dir, 'data')}
maillog_file = ${join(dir, 'log')}
maillog_file_prefixes = ${dir}
myhostname = mail.example.test
mydestination =
mynetworks =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
disable_dns_lookups = yes
local_recipient_maps =
alias_maps =
alias_database =

virtual_mailbox_domains = ${domains.join(' ')}
virtual_mailbox_maps = inline:{ ${known.map((email) => `{ ${email} = yes }`).join(', ')} }
virtual_transport = lmtp:inet:127.0.0.1:${lmtpPort}
default_transport = error:5.1.2 There is no world outside of this test
relay_domains =

smtpd_tls_cert_file = ${certFile}
smtpd_tls_key_file = ${keyFile}
smtpd_tls_security_level = may
smtpd_tls_auth_only = yes
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:${authPort}
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
message_size_limit = 52428800
# Clients that break the line are what it is for.
smtpd_client_connection_count_limit = 0
smtpd_error_sleep_time = 0
in_flow_delay = 0
`;
}

/** Postfix's `master.cf`, with the services of a server of one domain, without chroot. */
export function servicesConfig({ port }: Pick<PostfixOptions, 'port'>): string {
  return `
127.0.0.1:${port} inet n - n - - smtpd
postlog unix-dgram n - n - 1 postlogd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
`;
}

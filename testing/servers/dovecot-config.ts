import { join } from 'node:path';

/** The user every process of the server runs as. */
export type RunAs = { name: string; uid: number; gid: number; group: string };

/**
 * The layout of folders: at the top, separated by slashes and with special uses, or as with Courier below `INBOX.`,
 * separated by dots and without uses; there `Public/` contains shared folders, which LIST shows only on request.
 */
export type Layout = 'plain' | 'courier';

type DovecotOptions = {
  dir: string;
  runAs: RunAs;
  imapPort: number;
  imapsPort: number;
  lmtpPort: number;
  authPort: number;
  isTlsRequired: boolean;
  capability: string | undefined;
  layout: Layout;
  sieve: SieveOptions | undefined;
  isTokenAccepted: boolean;
};

type SieveOptions = {
  port: number;
  /** Replaces the offered Sieve extensions, or changes them with `+` and `-`, as in `-include`. */
  extensions: string | undefined;
  /** The program that takes mail that scripts send. */
  sendmail: string;
};

/** Dovecot 2.3's configuration for a test server that runs as one unprivileged user on loopback. */
export function dovecotConfig(options: DovecotOptions): string {
  const { dir, runAs, imapPort, imapsPort, lmtpPort, authPort, isTlsRequired, capability, layout, sieve } = options;
  const { isTokenAccepted } = options;
  return `
protocols = imap${lmtpPort ? ' lmtp' : ''}${sieve ? ' sieve' : ''}
listen = ${isTlsRequired ? '127.0.0.1, 127.0.0.2' : '127.0.0.1'}
base_dir = ${join(dir, 'run')}
state_dir = ${join(dir, 'state')}
log_path = /dev/stderr
instance_name = ${dir.split('/').at(-1)}
default_internal_user = ${runAs.name}
default_internal_group = ${runAs.group}
default_login_user = ${runAs.name}

# Only root may chroot.
service anvil {
  chroot =
}
service stats {
  chroot =
}
# Processes are kept for the next connection: starting one costs more than a test's whole conversation.
service imap {
  service_count = 200
}
service imap-login {
  chroot =
  service_count = 0
  inet_listener imap {
    port = ${imapPort}
  }
  inet_listener imaps {
    port = ${imapsPort}
    ssl = yes
  }
}
service auth {
  inet_listener {
    port = ${authPort}
  }
}
${lmtpPort ? lmtpService(lmtpPort) : ''}
${sieve ? sieveService(sieve) : ''}
ssl = ${isTlsRequired ? 'required' : 'yes'}
ssl_cert = <${join(dir, 'cert.pem')}
ssl_key = <${join(dir, 'key.pem')}
ssl_min_protocol = TLSv1.2
disable_plaintext_auth = ${isTlsRequired ? 'yes' : 'no'}
auth_mechanisms = plain login${isTokenAccepted ? ' xoauth2' : ''}
auth_failure_delay = 0
mail_max_userip_connections = 200
first_valid_uid = 1
${isTokenAccepted ? tokenDatabase(dir) : ''}
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u ${join(dir, 'passwd')}
}
userdb {
  driver = passwd-file
  args = username_format=%u ${join(dir, 'passwd')}
  default_fields = uid=${runAs.uid} gid=${runAs.gid} home=${join(dir, 'home', '%u')}
}

mail_location = maildir:~/Maildir
# Nothing here must outlive a power cut.
mail_fsync = never
${layout === 'courier' ? courierFolders(dir) : plainFolders()}
${capability ? `imap_capability = ${capability}` : ''}
imap_idle_notify_interval = 30s
`;
}

function tokenDatabase(dir: string): string {
  return `
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = ${join(dir, 'oauth2.conf')}
}`;
}

/** How Dovecot asks whether an access token is valid (RFC 7662), and whose it is. */
export function introspectionConfig(url: string): string {
  return `
introspection_mode = post
introspection_url = ${url}
username_attribute = email
active_attribute = active
active_value = true
timeout_msecs = 10000
`;
}

function plainFolders(): string {
  return `
namespace inbox {
  inbox = yes
  separator = /
${['Sent', 'Drafts', 'Trash', 'Junk', 'Archive'].map(specialFolder).join('\n')}
}`;
}

function courierFolders(dir: string): string {
  return `
namespace inbox {
  inbox = yes
  prefix = INBOX.
  separator = .
}
namespace public {
  type = public
  prefix = Public/
  separator = /
  location = maildir:${join(dir, 'home', 'public')}
  subscriptions = no
  list = no
}`;
}

function lmtpService(port: number): string {
  return `
service lmtp {
  inet_listener lmtp {
    port = ${port}
  }
}
protocol lmtp {
  postmaster_address = postmaster@example.test
}`;
}

function sieveService({ port, extensions, sendmail }: SieveOptions): string {
  return `
service managesieve-login {
  chroot =
  service_count = 0
  inet_listener sieve {
    port = ${port}
  }
}
sendmail_path = ${sendmail}
protocol lmtp {
  mail_plugins = sieve
}
plugin {
  sieve = file:~/sieve;active=~/.dovecot.sieve
${extensions === undefined ? '' : `  sieve_extensions = ${extensions}`}
}`;
}

function specialFolder(name: string): string {
  return `  mailbox ${name} {\n    auto = create\n    special_use = \\${name}\n  }`;
}

import type { Reply } from '../../api/client.ts';

export type Discovery = Reply<'accounts', 'discover'>['discovery'];
export type Result = Reply<'accounts', 'test'>['result'];
export type SetupProblem = Result['troubles'][number];
type ConfiguredAccount = Reply<'accounts', 'config'>['accounts'][number];

/** The fields of a server. */
export type ServerDraft = {
  host: string;
  port: string;
  username: string;
  use_tls: boolean;
  auth_required: boolean;
  /** The name of a stored password; empty if there is none. */
  password_ref: string;
};

/** The fields of an account. */
export type SetupDraft = {
  key: string;
  name: string;
  email: string;
  enabled: boolean;
  is_default: boolean;
  password: string;
  /** Undefined if one password is used for both. */
  sendPassword: string | undefined;
  sync: ServerDraft;
  /** Undefined if the account is receive-only. */
  send: ServerDraft | undefined;
};

const ports = { sync: 993, send: 465 };
export type Side = keyof typeof ports;

/** A new account with the detected values. `taken` are the existing keys. */
export function newDraft(email: string, found: Discovery | undefined, existingKeys: readonly string[]): SetupDraft {
  return {
    key: freeKey(email, existingKeys),
    name: found?.provider?.name ?? domainOf(email),
    email,
    enabled: true,
    is_default: false,
    password: '',
    sendPassword: undefined,
    sync: serverDraft('sync', email, found?.sync),
    send: serverDraft('send', email, found?.send),
  };
}

function serverDraft(side: Side, email: string, found: Discovery['sync'] | undefined): ServerDraft {
  return {
    host: found?.host ?? '',
    port: String(found?.port ?? ports[side]),
    username: found?.username || email,
    use_tls: found?.use_tls ?? true,
    auth_required: found?.auth_required ?? true,
    password_ref: '',
  };
}

/** The fields of an existing account; undefined if it has no servers with passwords. */
export function draftOf(account: ConfiguredAccount): SetupDraft | undefined {
  const { key, name, email, enabled, is_default, sync, send } = account;
  if (sync?.type !== 'imap' || (send !== null && send.type !== 'smtp')) return undefined;
  const isShared = send === null || send.password_ref === sync.password_ref || !send.auth_required;
  return {
    key,
    name,
    email,
    enabled,
    is_default,
    password: '',
    sendPassword: isShared || send.username === sync.username ? undefined : '',
    sync: typed(sync),
    send: send === null ? undefined : typed(send),
  };
}

function typed({
  host,
  port,
  username,
  use_tls,
  auth_required,
  password_ref,
}: Omit<ServerDraft, 'port'> & { port: number }) {
  return { host, port: String(port), username, use_tls, auth_required, password_ref };
}

/** The account as the requests to test and to save it need it; undefined if a port is no number. */
export function accountOf(draft: SetupDraft) {
  const { key, name, email, enabled, is_default, password, sendPassword } = draft;
  const sync = serverOf(draft.sync, password);
  const send = draft.send && serverOf(draft.send, sendPassword ?? password);
  if (!sync || (draft.send && !send)) return undefined;
  return {
    key,
    name: name.trim() || email,
    email: email.trim(),
    enabled,
    is_default,
    sync: { type: 'imap' as const, ...sync },
    send: send ? { type: 'smtp' as const, ...send } : null,
  };
}

function serverOf({ host, port, password_ref, ...rest }: ServerDraft, password: string) {
  const value = Number(port);
  if (!/^\d{1,5}$/.test(port.trim()) || value < 1 || value > 65_535) return undefined;
  return {
    ...rest,
    host: host.trim(),
    username: rest.username.trim(),
    port: value,
    ...(password_ref !== '' && { password_ref }),
    ...(password !== '' && rest.auth_required && { password }),
  };
}

/** Writes the correction that a problem suggests to the form. */
export function withSuggestion(draft: SetupDraft, { where, suggestion }: SetupProblem): SetupDraft {
  if (!suggestion || (where !== 'sync' && where !== 'send')) return draft;
  const server = draft[where];
  if (!server) return draft;
  const { host = server.host, port, use_tls = server.use_tls } = suggestion;
  return { ...draft, [where]: { ...server, host, use_tls, ...(port !== undefined && { port: String(port) }) } };
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).trim();
}

/** A key that is valid in `[accounts.<key>]` and not taken. */
function freeKey(email: string, existingKeys: readonly string[]): string {
  const [first = ''] = domainOf(email).toLowerCase().split('.');
  const stem =
    first
      .replace(/[^a-z0-9_-]+/g, '-')
      .replace(/^[^a-z0-9]+/, '')
      .slice(0, 40) || 'mail';
  const used = new Set(existingKeys.map((key) => key.toLowerCase()));
  for (let number = 1; ; number++) {
    const key = number === 1 ? stem : `${stem}-${number}`;
    if (!used.has(key)) return key;
  }
}

import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { Certificate } from '../certificate.ts';
import { fetchCommands } from './fetch.ts';
import { folderCommands } from './folder-commands.ts';
import { listCommands } from './list.ts';
import { createMailbox } from './mailbox.ts';
import type { Mailbox } from './mailbox.ts';
import { messageCommands } from './message-commands.ts';
import { folderFinder } from './wire-names.ts';
import type { Quirks } from './quirks.ts';
import { searchCommands } from './search.ts';
import { selectCommands } from './select.ts';
import { newServerLog } from './server-log.ts';
import type { ServerLog } from './server-log.ts';
import { serve } from './session.ts';
import type { Handler, Namespaces, ServerContext } from './session.ts';
import { signInCommands } from './sign-in.ts';

export type OddServer = {
  host: string;
  port: number;
  user: string;
  password: string;
  mailbox: Mailbox;
  quirks: Quirks;
  log: ServerLog;
  /** Ends every connection without a BYE. */
  destroyConnections(): void;
  stop(): Promise<void>;
};

export type OddServerOptions = {
  /** Without a certificate there is no TLS, and passwords are accepted in the clear. */
  certificate?: Pick<Certificate, 'key' | 'cert'>;
  /** TLS from the first byte, and not by STARTTLS. */
  isTlsImplicit?: boolean;
  /** The supported capabilities, which are also the announced ones. */
  capabilities?: string;
  namespaces?: Partial<Namespaces>;
  /** An INBOX alone by default. */
  mailbox?: Mailbox;
  quirks?: Quirks;
  user?: string;
  /** Checks the access token of a sign-in with XOAUTH2; returns the words of a refusal. */
  checkToken?: (token: string) => string | undefined;
};

/** The capabilities of a good current server. */
export const modernCapabilities =
  'IMAP4rev1 ID ENABLE IDLE NAMESPACE UIDPLUS MOVE UNSELECT CHILDREN LIST-EXTENDED LIST-STATUS SPECIAL-USE ESEARCH ' +
  'CONDSTORE QRESYNC LITERAL+';

/** Starts an IMAP server (RFC 3501) in this process, on loopback, for one user: correct except for its `quirks`. */
export async function startOddServer(options: OddServerOptions = {}): Promise<OddServer> {
  const { isTlsImplicit = false } = options;
  const context = createServerContext(options);
  const { mailbox, quirks, log, user, password } = context;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    trackConnection(socket, sockets, log);
    const stream = isTlsImplicit && context.secure ? context.secure(socket) : socket;
    void serve(stream, context, { handlers, isSecure: isTlsImplicit }).catch((failed: unknown) => {
      log.errors.push(failed);
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const destroyConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  const stop = async () => {
    destroyConnections();
    await new Promise((resolve) => server.close(resolve));
    if (log.errors.length > 0) throw new AggregateError(log.errors, 'The test server itself failed.');
  };
  return { host: '127.0.0.1', port, user, password, mailbox, quirks, log, destroyConnections, stop };
}

function createServerContext({ certificate, user = 'ada', ...options }: OddServerOptions): ServerContext {
  const secureContext = certificate && createSecureContext({ key: certificate.key, cert: certificate.cert });
  const mailbox = options.mailbox ?? mailboxWithInbox();
  return {
    mailbox,
    findFolder: folderFinder(mailbox),
    quirks: options.quirks ?? {},
    log: newServerLog(),
    capabilities: new Set((options.capabilities ?? modernCapabilities).split(' ')),
    namespaces: { own: [{ prefix: '', separator: '/' }], others: [], shared: [], ...options.namespaces },
    user,
    password: `${user}-pass`,
    ...(options.checkToken && { checkToken: options.checkToken }),
    secure: secureContext && ((socket) => new TLSSocket(socket, { isServer: true, secureContext })),
  };
}

function trackConnection(socket: Socket, sockets: Set<Socket>, log: ServerLog): void {
  sockets.add(socket);
  log.connections++;
  log.openConnections++;
  log.maxOpenConnections = Math.max(log.maxOpenConnections, log.openConnections);
  socket.on('error', () => {});
  socket.on('close', () => {
    sockets.delete(socket);
    log.openConnections--;
  });
}

function mailboxWithInbox(): Mailbox {
  const mailbox = createMailbox();
  mailbox.addFolder('INBOX');
  return mailbox;
}

const authenticatedHandlers = {
  ...listCommands,
  ...selectCommands,
  ...searchCommands,
  ...fetchCommands,
  ...messageCommands,
  ...folderCommands,
};

const handlers: Record<string, Handler> = {
  ...signInCommands,
  ...Object.fromEntries(Object.entries(authenticatedHandlers).map(([name, handler]) => [name, requireSignIn(handler)])),
};

function requireSignIn(handler: Handler): Handler {
  return (session, args, command) => (session.isSignedIn ? handler(session, args, command) : 'BAD Sign in first');
}

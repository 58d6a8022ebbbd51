import type { Socket } from 'node:net';
import { readCommand } from './command.ts';
import type { Argument, Command } from './command.ts';
import type { Folder } from './folder.ts';
import { createCommandReader } from './command-reader.ts';
import type { CommandReader } from './command-reader.ts';
import type { Mailbox } from './mailbox.ts';
import type { Quirks } from './quirks.ts';
import type { ServerLog } from './server-log.ts';
import { isStillSelected, updatesOf } from './view.ts';
import type { View } from './view.ts';

type Namespace = { prefix: string; separator: string | null };

/** As reported by NAMESPACE (RFC 2342). */
export type Namespaces = { own: Namespace[]; others: Namespace[]; shared: Namespace[] };

/** The server data of a connection. */
export type ServerContext = {
  mailbox: Mailbox;
  quirks: Quirks;
  log: ServerLog;
  capabilities: ReadonlySet<string>;
  namespaces: Namespaces;
  /** The folder for a name on the wire. */
  findFolder(wire: string, isUtf8: boolean): Folder | undefined;
  user: string;
  password: string;
  /** Checks an access token; returns the words of a refusal. */
  checkToken?: (token: string) => string | undefined;
  /** Starts TLS on a connection; absent if there is no certificate. */
  secure?: (socket: Socket) => Socket;
};

/** A connection, as the commands use it. */
export type Session = ServerContext & {
  isSecure: boolean;
  isSignedIn: boolean;
  isIdle: boolean;
  enabled: Set<string>;
  view?: View;
  commands: CommandReader;
  sendLine(line: string): void;
  send(bytes: Buffer): void;
  /** Reports changes in the open folder, or ends if that folder no longer exists. */
  sendUpdates(): void;
  /** The folder for a name on the wire. */
  folderNamed(wire: string): Folder | undefined;
  startTls(): void;
  /** Ends the connection once all output is sent, after this last text if any. */
  end(words?: string): void;
  /** Cuts the connection: after the output so far, or in the middle of it. */
  destroy(how: 'behind' | 'within'): void;
};

/** Executes a command, and returns the words after its tag, or a disturbance. */
export type Handler = (
  session: Session,
  args: Argument[],
  command: Command,
) => Promise<string | undefined> | string | undefined;

/** The first byte of a client that begins TLS without STARTTLS (RFC 8446, section 5.1). Its random bytes may contain a line break. */
const tlsHandshake = '\x16';

/** Serves one connection until either side ends it. */
export async function serve(
  socket: Socket,
  context: ServerContext,
  { handlers, isSecure }: { handlers: Record<string, Handler>; isSecure: boolean },
): Promise<void> {
  const session = openSession(socket, context, isSecure);
  const stopWatching = context.mailbox.onChange(() => session.isIdle && session.sendUpdates());
  const greeting = context.quirks.greeting ?? '* OK ready';
  session.sendLine(greeting);
  if (greeting.startsWith('* BYE')) session.end();
  session.isSignedIn = greeting.startsWith('* PREAUTH');
  for (let line = await session.commands.next(); line !== undefined; line = await session.commands.next()) {
    if (line.startsWith(tlsHandshake)) {
      session.end();
      break;
    }
    await handleCommand(session, line, handlers);
  }
  stopWatching();
}

async function handleCommand(session: Session, line: string, handlers: Record<string, Handler>): Promise<void> {
  const { log } = session;
  const command = readCommand(line);
  log.commands.push(line);
  const isWork = command.name !== 'IDLE';
  if (isWork) log.commandsInProgress++;
  const response = await responseTo(session, command, handlers).finally(() => isWork && log.commandsInProgress--);
  if (response === undefined) return;
  if (isTaggedResponse(response)) {
    session.sendUpdates();
    session.sendLine(`${command.tag} ${response}`);
  } else await injectFault(session, response);
}

/** The words after the tag, or a fault; undefined where the handler has sent all of its answer itself. */
async function responseTo(
  session: Session,
  command: Command,
  handlers: Record<string, Handler>,
): Promise<string | undefined> {
  const { quirks } = session;
  await quirks.hold;
  if (quirks.latencyMs) await new Promise((resolve) => setTimeout(resolve, quirks.latencyMs));
  const handler = handlers[command.name];
  const injected = quirks.commands?.[command.name];
  return injected ?? (handler ? handler(session, command.args, command) : 'BAD Unknown command');
}

/** Whether these words follow the tag; other disturbances leave the command without an answer. */
function isTaggedResponse(words: string): boolean {
  return /^(OK|NO|BAD) /.test(words);
}

async function injectFault(session: Session, injected: string): Promise<void> {
  if (injected === 'cut' || injected === 'crash') return session.destroy(injected === 'cut' ? 'behind' : 'within');
  if (injected !== 'silence' && injected !== 'endless EXISTS') return session.end(injected);
  const stopReporting = injected === 'silence' ? undefined : reportGrowth(session);
  // All input is read and not answered, until the client gives up.
  for (let line = await session.commands.next(); line !== undefined; line = await session.commands.next())
    session.log.commands.push(line);
  stopReporting?.();
}

const growthIntervalMs = 5;

/** Reports one more message in the open folder, again and again. */
function reportGrowth({ view, sendLine }: Session): () => void {
  let count = view?.uids.length ?? 0;
  const timer = setInterval(() => sendLine(`* ${++count} EXISTS`), growthIntervalMs);
  return () => clearInterval(timer);
}

function openSession(first: Socket, context: ServerContext, isSecure: boolean): Session {
  let socket = first;
  const session: Session = {
    ...context,
    isSecure,
    isSignedIn: false,
    isIdle: false,
    enabled: new Set(),
    commands: createCommandReader(() => session.sendLine('+ go ahead')),
    sendLine: (line) => session.send(Buffer.from(`${line}\r\n`, 'latin1')),
    send(bytes) {
      if (!socket.writable) return;
      // Send output together: the client's system delays small packets in succession.
      if (socket.writableCorked === 0) {
        const corked = socket;
        corked.cork();
        process.nextTick(() => corked.uncork());
      }
      socket.write(bytes);
    },
    sendUpdates() {
      if (!session.view) return;
      if (!isStillSelected(session.view, context.mailbox.folders)) return session.end('BYE The folder is gone');
      for (const line of updatesOf(session.view, context.quirks, session.enabled)) session.sendLine(line);
    },
    startTls() {
      if (!context.secure) throw new Error('This server was started without a certificate.');
      first.removeAllListeners('data');
      session.commands.discard();
      socket = context.secure(first);
      session.isSecure = true;
      listen(socket, session.commands);
    },
    folderNamed: (wire) => context.findFolder(wire, session.enabled.has('UTF8=ACCEPT')),
    end(words) {
      if (words) session.sendLine(`* ${words}`);
      socket.end();
      session.commands.end();
    },
    destroy(how) {
      if (how === 'behind') socket.destroySoon();
      else first.destroy();
      session.commands.end();
    },
  };
  listen(socket, session.commands);
  return session;
}

function listen(socket: Socket, commands: CommandReader): void {
  socket.on('data', (chunk: Buffer) => commands.push(chunk));
  // A client that disconnects without LOGOUT is not an error of the server.
  socket.on('error', () => commands.end());
  socket.on('close', () => commands.end());
}

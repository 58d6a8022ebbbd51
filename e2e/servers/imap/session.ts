import type { Socket } from 'node:net';
import { readCommand } from './command.ts';
import type { Argument, Command } from './command.ts';
import type { Folder } from './folder.ts';
import { openLines } from './lines.ts';
import type { Lines } from './lines.ts';
import type { Mailbox } from './mailbox.ts';
import type { Quirks } from './quirks.ts';
import type { ServerLog } from './server-log.ts';
import { isStanding, newsOf } from './view.ts';
import type { View } from './view.ts';

type Namespace = { prefix: string; separator: string | null };

/** As NAMESPACE tells them (RFC 2342). */
export type Namespaces = { own: Namespace[]; others: Namespace[]; shared: Namespace[] };

/** What a connection knows of the server. */
export type Served = {
  mailbox: Mailbox;
  quirks: Quirks;
  log: ServerLog;
  capabilities: ReadonlySet<string>;
  namespaces: Namespaces;
  /** The folder that a name on the wire stands for. */
  findFolder(wire: string, isUtf8: boolean): Folder | undefined;
  user: string;
  password: string;
  /** Puts TLS over a connection; absent where there is no certificate. */
  secure?: (socket: Socket) => Socket;
};

/** A connection, as the commands see it. */
export type Session = Served & {
  isSecure: boolean;
  isSignedIn: boolean;
  isIdle: boolean;
  enabled: Set<string>;
  view?: View;
  lines: Lines;
  say(line: string): void;
  send(bytes: Buffer): void;
  /** Tells what happened in the open folder, or ends where that folder is no more. */
  tellNews(): void;
  /** The folder that a name on the wire stands for. */
  folderNamed(wire: string): Folder | undefined;
  startTls(): void;
  /** Ends the connection once all that was said is under way, with these parting words if any. */
  end(words?: string): void;
  /** Cuts the connection: behind what was said so far, or in the middle of that. */
  cut(how: 'behind' | 'within'): void;
};

/** Does what a command asks, and gives the words behind its tag; a disturbance may stand in their place. */
export type Handler = (
  session: Session,
  args: Argument[],
  command: Command,
) => Promise<string | undefined> | string | undefined;

/** Serves one connection until either side ends it. */
export async function serve(
  socket: Socket,
  served: Served,
  { handlers, isSecure }: { handlers: Record<string, Handler>; isSecure: boolean },
): Promise<void> {
  const session = openSession(socket, served, isSecure);
  const stopWatching = served.mailbox.onChange(() => session.isIdle && session.tellNews());
  const greeting = served.quirks.greeting ?? '* OK ready';
  session.say(greeting);
  if (greeting.startsWith('* BYE')) session.end();
  session.isSignedIn = greeting.startsWith('* PREAUTH');
  for (let line = await session.lines.next(); line !== undefined; line = await session.lines.next())
    await answer(session, line, handlers);
  stopWatching();
}

async function answer(session: Session, line: string, handlers: Record<string, Handler>): Promise<void> {
  const { quirks, log } = session;
  const command = readCommand(line);
  log.heard.push(line);
  if (quirks.latency) await new Promise((resolve) => setTimeout(resolve, quirks.latency));
  const handler = handlers[command.name];
  const disturbance = quirks.commands?.[command.name];
  const words = disturbance ?? (handler ? await handler(session, command.args, command) : 'BAD Unknown command');
  if (words === undefined) return;
  if (isWords(words)) {
    session.tellNews();
    session.say(`${command.tag} ${words}`);
  } else await disturb(session, words);
}

/** Whether these go behind the tag; other disturbances leave the command without an answer. */
function isWords(words: string): boolean {
  return /^(OK|NO|BAD) /.test(words);
}

async function disturb(session: Session, disturbance: string): Promise<void> {
  if (disturbance === 'cut' || disturbance === 'crash') return session.cut(disturbance === 'cut' ? 'behind' : 'within');
  if (disturbance !== 'silence') return session.end(disturbance);
  // Whatever comes is heard and not answered, until the client has had enough.
  for (let line = await session.lines.next(); line !== undefined; line = await session.lines.next())
    session.log.heard.push(line);
}

function openSession(first: Socket, served: Served, isSecure: boolean): Session {
  let socket = first;
  const session: Session = {
    ...served,
    isSecure,
    isSignedIn: false,
    isIdle: false,
    enabled: new Set(),
    lines: openLines(() => session.say('+ go ahead')),
    say: (line) => session.send(Buffer.from(`${line}\r\n`, 'latin1')),
    send(bytes) {
      if (!socket.writable) return;
      // What is said in one go leaves in one go: small packets after each other wait for the client's system.
      if (socket.writableCorked === 0) {
        const corked = socket;
        corked.cork();
        process.nextTick(() => corked.uncork());
      }
      socket.write(bytes);
    },
    tellNews() {
      if (!session.view) return;
      if (!isStanding(session.view, served.mailbox.folders)) return session.end('BYE The folder is gone');
      for (const line of newsOf(session.view, served.quirks, session.enabled)) session.say(line);
    },
    startTls() {
      if (!served.secure) throw new Error('This server was started without a certificate.');
      first.removeAllListeners('data');
      session.lines.forget();
      socket = served.secure(first);
      session.isSecure = true;
      listen(socket, session.lines);
    },
    folderNamed: (wire) => served.findFolder(wire, session.enabled.has('UTF8=ACCEPT')),
    end(words) {
      if (words) session.say(`* ${words}`);
      socket.end();
      session.lines.end();
    },
    cut(how) {
      if (how === 'behind') socket.destroySoon();
      else first.destroy();
      session.lines.end();
    },
  };
  listen(socket, session.lines);
  return session;
}

function listen(socket: Socket, lines: Lines): void {
  socket.on('data', (chunk: Buffer) => lines.take(chunk));
  // A client that goes away without a word is none of the server's troubles.
  socket.on('error', () => lines.end());
  socket.on('close', () => lines.end());
}

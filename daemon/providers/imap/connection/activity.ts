import type { ImapFlow } from 'imapflow';
import { internalsOf } from '../folders/command.ts';
import type { ExecOptions } from '../folders/command.ts';

/** What a connection does for its running command. */
export type ConnectionActivity = {
  /** The command that was started last, with the folder it concerns: `FETCH in INBOX`. */
  readonly command: string;
  /** Another text whenever the running command has advanced; undefined while no command runs. */
  progress(): string | undefined;
};

/** Servers report these at any time, so they do not show that a command advances. */
const unrelatedResponses = new Set(['EXISTS', 'RECENT', 'OK']);

/** The commands for messages of the open folder. */
const messageCommands = /^(UID )?(FETCH|SEARCH|STORE|COPY|MOVE|EXPUNGE)$/;

/** Shorter lines arrive in one piece; a longer one, such as the result of a search, may take a while. */
const longLineBytes = 4096;

/** Observes a new connection. A command advances with each of its responses, and with the bytes of a literal or long line. */
export function trackActivity(client: ImapFlow): ConnectionActivity {
  const internals = internalsOf(client);
  const exec = internals.exec.bind(client);
  let command = '';
  let responses = 0;
  const countResponses = ({ untagged = {}, ...options }: ExecOptions): ExecOptions => ({
    ...options,
    untagged: Object.fromEntries(
      Object.entries(untagged).map(([kind, handler]) => [
        kind,
        (response) => {
          if (!unrelatedResponses.has(kind)) responses++;
          return handler(response);
        },
      ]),
    ),
  });
  internals.exec = (name, attributes, options) => {
    const folder = client.mailbox && messageCommands.test(name) ? ` in ${client.mailbox.path}` : '';
    command = `${name.replace(/^UID /, '')}${folder}`;
    return exec(name, attributes, options && countResponses(options));
  };
  return {
    get command() {
      return command;
    },
    progress() {
      const { currentRequest, streamer } = internals;
      if (!currentRequest) return undefined;
      const lineBytes = streamer.lineBytes > longLineBytes ? streamer.lineBytes : 0;
      return [currentRequest.tag, responses, streamer.literals.length, streamer.literalWaiting, lineBytes].join(' ');
    },
  };
}

import { lineTroubleOf } from '../line-trouble.ts';
import { ProviderError } from '../provider.ts';
import type { TroubleKind, TroubleReason } from '../provider.ts';
import type { ServerReply } from '../sender.ts';
import { isTemporary, replyOf } from './reply.ts';

/** What nodemailer hangs on its errors: `code` is its own, and an error of the system keeps its own in `originalCode`. */
export type WireError = Error & {
  code?: string;
  originalCode?: string;
  timeoutType?: string;
  /** What the server said that the error is about. */
  response?: string;
  /** The command it was said to. */
  command?: string;
  /** Of recipients, one each. */
  rejectedErrors?: WireError[];
  recipient?: string;
};

/** The server's reply that an error is about. */
export function replyIn({ response }: WireError): ServerReply | undefined {
  return response ? replyOf(response) : undefined;
}

/**
 * What is thrown as a `ProviderError` in words, `where` being the server's name. Anything that is no trouble of the
 * network or the server, a bug above all, is given back as it came.
 */
export function troubleOf(thrown: unknown, where: string): unknown {
  if (thrown instanceof ProviderError || !(thrown instanceof Error)) return thrown;
  const error = thrown as WireError;
  const reply = replyIn(error);
  const said = (reason: TroubleReason, message: string, kind?: TroubleKind) =>
    new ProviderError(reason, message, { cause: error, kind, said: reply && wordsOf(reply) });

  if (error.code === 'EAUTH') return said(...signInTrouble(error, reply, where));
  // nodemailer wants TLS from a server that knows no EHLO, and says so in the words of its error alone.
  const isTls = error.code === 'ETLS' || /\bSTARTTLS\b/.test(error.message);
  const line = lineTroubleOf(error, where, { code: lineCode(error), isTls });
  if (line) return line;
  if (reply) return said(...answerTrouble(reply, where));
  if (error.code === 'EPROTOCOL')
    return said('protocol', `${where} answered in a way Posthorn does not understand (${error.message}).`);
  if (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') return said('refused', `${error.message}.`);
  return thrown;
}

function lineCode({ code, originalCode, timeoutType, response }: WireError): string {
  if (originalCode || timeoutType) return originalCode ?? timeoutType ?? '';
  if (code === 'EDNS') return 'ENOTFOUND';
  return (code === 'ECONNECTION' || code === 'ESOCKET') && !response ? 'ECONNRESET' : '';
}

type Said = [reason: TroubleReason, message: string, kind?: TroubleKind];

function wordsOf({ code, status, text }: ServerReply): string {
  return [code, status, text].filter((part) => part !== null && part !== '').join(' ');
}

function signInTrouble(error: WireError, reply: ServerReply | undefined, where: string): Said {
  if (!reply) return ['auth', `${where} could not be signed in to (${error.message}).`, 'sign_in'];
  const { code, status } = reply;
  if (isTemporary(reply)) return ['busy', `${where} cannot sign anyone in right now: ${reply.text}`];
  // 538 and 5.7.11: the sign-in needs encryption (RFC 4954, section 6).
  if (code === 538 || status === '5.7.11')
    return [
      'tls',
      `${where} takes no password over this connection. Turn on encryption for the account.`,
      'wants_encryption',
    ];
  return ['auth', `${where} did not accept the user name and password: ${reply.text}`, 'sign_in'];
}

function answerTrouble(reply: ServerReply, where: string): Said {
  if (reply.code === null || reply.code < 400)
    return ['protocol', `${where} answered in a way Posthorn does not understand: ${reply.text}`];
  if (isTooMany(reply)) return ['busy', `${where} takes no further connection: ${reply.text}`, 'too_many_connections'];
  if (isTemporary(reply)) return ['busy', `${where} is busy: ${reply.text}`];
  return ['refused', `${where} refused: ${reply.text}`];
}

/** 421 is also said by servers that shut down (RFC 5321, section 3.8); 4.7.0 by Postfix, which counts connections. */
function isTooMany({ code, text }: ServerReply): boolean {
  return code === 421 && /\btoo many\b.*\b(connections|sessions)\b|\bconnections? limit\b/i.test(text);
}

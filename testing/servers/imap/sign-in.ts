import { textOf } from './command.ts';
import type { Handler, Session } from './session.ts';

const capability: Handler = (session) => {
  session.sendLine(`* CAPABILITY ${advertisedCapabilities(session).join(' ')}`);
  return 'OK done';
};

/** The announced capabilities; before TLS the server accepts no password, and STARTTLS is offered only then. */
function advertisedCapabilities({ capabilities, isSecure, secure, quirks }: Session): string[] {
  const canStartTls = !isSecure && secure !== undefined;
  const isLoginOff = canStartTls || quirks.isLoginDisabled;
  return [
    ...capabilities,
    ...(canStartTls && quirks.startTls !== 'absent' ? ['STARTTLS'] : []),
    ...(isLoginOff ? ['LOGINDISABLED'] : ['AUTH=PLAIN', 'SASL-IR']),
  ];
}

const startTls: Handler = (session, _, { tag }) => {
  if (session.isSecure || !session.secure || session.quirks.startTls === 'absent') return 'BAD There is no STARTTLS';
  if (session.quirks.startTls === 'refused') return 'NO TLS is out of order';
  session.sendLine(`${tag} OK begin TLS`);
  session.startTls();
  return undefined;
};

const login: Handler = (session, [user, password]) => signIn(session, textOf(user), textOf(password));

/** PLAIN (RFC 4616) and Google's XOAUTH2, with the response in the command or after a continuation. */
const authenticate: Handler = async (session, [mechanism, initial]) => {
  const name = textOf(mechanism).toUpperCase();
  const isToken = name === 'XOAUTH2' && session.checkToken !== undefined;
  if (name !== 'PLAIN' && !isToken) return 'NO That mechanism is unknown';
  if (initial === undefined) session.sendLine('+ ');
  const answer = initial === undefined ? ((await session.commands.next()) ?? '') : textOf(initial);
  if (isToken) return signInWithToken(session, Buffer.from(answer, 'base64').toString('latin1'));
  const [, user = '', password = ''] = Buffer.from(answer, 'base64').toString('latin1').split('\0');
  return signIn(session, user, password);
};

function signIn(session: Session, user: string, password: string): string {
  const { quirks, log, isSecure, secure } = session;
  log.signIns++;
  if (quirks.isLoginDisabled || (secure && !isSecure)) return 'NO [PRIVACYREQUIRED] No password is taken here';
  const injected = quirks.commands?.['LOGIN'];
  if (injected) return injected;
  if (user !== session.user || password !== session.password)
    return 'NO [AUTHENTICATIONFAILED] The user name or the password is wrong';
  session.isSignedIn = true;
  log.successfulSignIns++;
  return 'OK signed in';
}

function signInWithToken(session: Session, response: string): string {
  session.log.signIns++;
  const refusal = session.checkToken?.(/auth=Bearer ([^\x01]*)/.exec(response)?.[1] ?? '');
  if (refusal !== undefined) return refusal;
  session.isSignedIn = true;
  session.log.successfulSignIns++;
  return 'OK signed in';
}

const logout: Handler = (session, _, { tag }) => {
  session.sendLine('* BYE until next time');
  session.sendLine(`${tag} OK done`);
  session.end();
  return undefined;
};

/** The commands that need no sign-in. */
export const signInCommands: Record<string, Handler> = {
  CAPABILITY: capability,
  STARTTLS: startTls,
  LOGIN: login,
  AUTHENTICATE: authenticate,
  LOGOUT: logout,
  NOOP: () => 'OK done',
  ID: (session) => {
    session.sendLine('* ID ("name" "Odd IMAP server")');
    return 'OK done';
  },
};

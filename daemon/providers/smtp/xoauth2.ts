import type SMTPConnection from 'nodemailer/lib/smtp-connection';

/**
 * Signs in with the SASL mechanism XOAUTH2 of Google and Microsoft. nodemailer's own handler replaces the text of a refusal
 * by its own. `context.auth.pass` holds the access token.
 */
export async function signInWithXoauth2(context: SMTPConnection.CustomAuthenticationContext): Promise<void> {
  const { user = '', pass: token = '' } = context.auth.credentials ?? {};
  const initialResponse = Buffer.from(`user=${user}\u0001auth=Bearer ${token}\u0001\u0001`).toString('base64');
  let reply = await context.sendCommand(`AUTH XOAUTH2 ${initialResponse}`);
  // The reason is in the challenge; the empty response makes the server send its final reply.
  if (reply.status === 334) reply = await context.sendCommand('');
  if (reply.status < 200 || reply.status >= 300) throw new Error('the server refused the access token');
}

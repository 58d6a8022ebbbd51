import { domainToASCII } from 'node:url';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MessageSubmission } from '../sender.ts';

/** An address in the form of a command: a non-ASCII domain is converted to its DNS form (RFC 5890). */
export function wireAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const spelled = isAscii(domain) ? domain : domainToASCII(domain) || domain;
  return email.slice(0, at + 1) + spelled;
}

/** Whether the address can only be sent to servers with SMTPUTF8 (RFC 6531). */
export function needsUtf8(email: string): boolean {
  return !isAscii(wireAddress(email));
}

/** The parameters sent before the message's bytes, each extension where the server has it. */
export function envelopeOf({ from, to, size, envelopeId }: MessageSubmission): SMTPConnection.Envelope {
  return {
    from: wireAddress(from),
    to: [...new Set(to.map(wireAddress))],
    size,
    use8BitMime: true,
    // The headers suffice to identify the message of a report.
    dsn: { ret: 'HDRS', envid: envelopeId, notify: ['FAILURE', 'DELAY'] },
  };
}

function isAscii(text: string): boolean {
  // eslint-disable-next-line no-control-regex
  return /^[\x00-\x7f]*$/.test(text);
}

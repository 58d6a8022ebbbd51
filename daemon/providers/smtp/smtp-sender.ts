import { ProviderError } from '../provider.ts';
import type { Sender } from '../sender.ts';
import { submitMessage } from './submit-message.ts';
import { stoppedOutcome, refusedByError } from './outcome.ts';
import { openSession, type SmtpSettings } from './session.ts';

/** Servers that store a copy of sent messages in Sent themselves. */
const hostsSavingSentCopies = new Set([
  'smtp.gmail.com',
  'smtp.googlemail.com',
  'smtp.office365.com',
  'smtp-mail.outlook.com',
]);

/** Sends over SMTP submission (RFC 6409), with its own connection for each message. */
export function createSmtpSender(settings: SmtpSettings): Sender {
  const closing = new AbortController();
  const untilClosed = (signal: AbortSignal) => AbortSignal.any([signal, closing.signal]);
  return {
    savesSentCopy: settings.savesSentCopy ?? hostsSavingSentCopies.has(settings.host.toLowerCase()),

    async send(message, options) {
      const signal = untilClosed(options.signal);
      const session = await openSession(settings, signal).catch((error: unknown) => {
        if (signal.aborted) return stoppedOutcome;
        return refusedByError(error);
      });
      if ('state' in session) return session;
      return submitMessage(session, message, { ...options, signal });
    },

    async verify(signal) {
      const session = await openSession(settings, untilClosed(signal)).catch((error: unknown) => {
        throw closing.signal.aborted ? closedError(settings.host) : error;
      });
      session.quit();
    },

    async close() {
      closing.abort();
    },
  };
}

function closedError(host: string): ProviderError {
  return new ProviderError('offline', `The connection to ${host} was closed.`);
}

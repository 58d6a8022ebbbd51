import { ProviderError } from '../provider.ts';
import type { MessageSubmission, Sender, SendOptions, SendOutcome } from '../sender.ts';
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
      const outcome = await sendOnce(settings, message, { ...options, signal: untilClosed(options.signal) });
      // The caller has not stopped it.
      const isClosed = outcome.state === 'refused' && outcome.reason === 'stopped' && closing.signal.aborted;
      return isClosed && !options.signal.aborted ? refusedByError(closedError(settings.host)) : outcome;
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

async function sendOnce(
  settings: SmtpSettings,
  message: MessageSubmission,
  options: SendOptions,
): Promise<SendOutcome> {
  const { signal } = options;
  const session = await openSession(settings, signal).catch((error: unknown) => {
    if (signal.aborted) return stoppedOutcome;
    return refusedByError(error);
  });
  return 'state' in session ? session : submitMessage(session, message, options);
}

function closedError(host: string): ProviderError {
  return new ProviderError('offline', `The connection to ${host} was closed.`);
}

import { ProviderError } from '../provider.ts';
import type { Sender } from '../sender.ts';
import { handOver } from './handover.ts';
import { stopped, troubled } from './outcome.ts';
import { openSession, type SmtpSettings } from './session.ts';

/** Servers that put a copy of what they send into Sent by themselves. */
const copyKeepers = new Set(['smtp.gmail.com', 'smtp.googlemail.com', 'smtp.office365.com', 'smtp-mail.outlook.com']);

/** Sends over SMTP submission (RFC 6409), with a connection of its own for each message. */
export function createSmtpSender(settings: SmtpSettings): Sender {
  const closing = new AbortController();
  const until = (signal: AbortSignal) => AbortSignal.any([signal, closing.signal]);
  return {
    keepsCopy: copyKeepers.has(settings.host.toLowerCase()),

    async send(message, options) {
      const signal = until(options.signal);
      const session = await openSession(settings, signal).catch((error: unknown) => {
        if (signal.aborted) return stopped;
        return troubled(error);
      });
      if ('state' in session) return session;
      return handOver(session, message, { ...options, signal });
    },

    async verify(signal) {
      const session = await openSession(settings, until(signal)).catch((error: unknown) => {
        throw closing.signal.aborted ? closed(settings.host) : error;
      });
      session.quit();
    },

    async close() {
      closing.abort();
    },
  };
}

function closed(host: string): ProviderError {
  return new ProviderError('offline', `The connection to ${host} was closed.`);
}

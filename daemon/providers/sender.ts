import type { ProviderErrorReason } from './provider.ts';

/** The port for sending mail, the same for SMTP, Gmail, Outlook and the fake. It connects on the first call. */
export type Sender = {
  /** Whether the server stores a copy in Sent itself; then the daemon does not. */
  readonly savesSentCopy: boolean;
  /**
   * Sends one message once. Server and connection errors are outcomes, not exceptions; only errors of `content` are thrown.
   * `beforeFinalBytes` is called and awaited when all bytes but the last have been sent: before it the server cannot have
   * accepted the message, after it the server may have. If it throws, nothing more is sent and the outcome is `refused` with
   * the reason `stopped`.
   */
  send(message: MessageSubmission, options: SendOptions): Promise<SendOutcome>;
  /** Connects and signs in without sending. Throws ProviderError. */
  verify(signal: AbortSignal): Promise<void>;
  /** Ends what is in progress. A sender that connects refuses what is sent later, and does not report it as `stopped`. */
  close(): Promise<void>;
};

export type SendOptions = { signal: AbortSignal; beforeFinalBytes: () => void | Promise<void> };

export type MessageSubmission = {
  /** The envelope: addresses only. */
  from: string;
  to: readonly string[];
  /** The size of the message, in bytes. */
  size: number;
  content: () => AsyncIterable<Uint8Array>;
  /** The envelope id for DSN (RFC 3461, ENVID). */
  envelopeId: string;
};

export type RecipientOutcome =
  { email: string; state: 'accepted' } | { email: string; state: 'refused'; isTemporary: boolean; reply: ServerReply };

/** A server's reply: the code (RFC 5321), the enhanced code (RFC 3463) if there is one, and the text. */
export type ServerReply = { code: number | null; status: string | null; text: string };

/**
 * `accepted`: the server has accepted the message for at least one recipient. `refused`: the message was accepted for no
 * recipient; `recipients` are those the server named. `unknown`: the connection broke when the message may have been
 * accepted.
 */
export type SendOutcome =
  | { state: 'accepted'; recipients: RecipientOutcome[]; reply: ServerReply; provider_message_id?: string }
  | {
      state: 'refused';
      reason: ProviderErrorReason | 'too_large' | 'no_smtputf8' | 'stopped';
      isTemporary: boolean;
      recipients: RecipientOutcome[];
      reply: ServerReply | null;
      message: string;
    }
  | { state: 'unknown'; message: string };

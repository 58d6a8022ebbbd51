import type { ProviderErrorReason } from './provider.ts';

/** The port to what sends mail, the same for SMTP, Gmail, Outlook and the fake. Nothing is connected before a verb. */
export type Sender = {
  /** Whether whoever sends puts a copy into Sent by itself: then we do not. */
  readonly savesSentCopy: boolean;
  /**
   * Hands one message over, once. Never throws for what a server or a line does: that is an outcome; only for what
   * `content` throws. `beforeLast` is called, and waited for, when all but the last bytes have gone: before it nobody can
   * have taken the message, after it anybody may; where it throws, nothing more is handed over and the outcome is
   * `refused` with the reason `stopped`.
   */
  send(message: MessageSubmission, options: SendOptions): Promise<SendOutcome>;
  /** Connects and signs in, and sends nothing. Throws ProviderError. */
  verify(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
};

export type SendOptions = { signal: AbortSignal; beforeFinalBytes: () => void | Promise<void> };

export type MessageSubmission = {
  /** The envelope: addresses alone. */
  from: string;
  to: readonly string[];
  /** Of the message, in bytes. */
  size: number;
  content: () => AsyncIterable<Uint8Array>;
  /** What DSN calls it (RFC 3461, ENVID). */
  envelopeId: string;
};

export type RecipientOutcome =
  { email: string; state: 'accepted' } | { email: string; state: 'refused'; isTemporary: boolean; reply: ServerReply };

/** What a server said: the code (RFC 5321), the enhanced one (RFC 3463) where it gave one, and its words. */
export type ServerReply = { code: number | null; status: string | null; text: string };

/**
 * `accepted`: the server has taken it for those recipients that it accepted, at least one. `refused`: nobody has taken
 * it for anybody; `recipients` are those it spoke of. `unknown`: the line broke when it may have been taken.
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

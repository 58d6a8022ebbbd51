import type { Readable } from 'node:stream';

/**
 * The port to a mail server: about ten verbs, the same for IMAP, Gmail, Outlook and the fake. `conformance.ts` holds
 * every adapter to what is said here. Sending is a second port.
 *
 * Every verb may throw a `ProviderError`; its `reason` says what to do about it.
 */
export type Provider = {
  readonly capabilities: Capabilities;
  /** Every folder (or label) the account has, unselectable ones included. */
  folders(signal: AbortSignal): Promise<RemoteFolder[]>;
  /**
   * What changed since `cursors`, batch by batch: the newest mail of each folder first on a first sync, then older
   * mail backwards. A batch's cursor is stored in the transaction that stores the batch, so a sync broken off anywhere
   * goes on where it stopped. Without cursors everything is new. One folder's trouble is a batch with `trouble`.
   * What left a folder is told after what came into the others, so that mail another client moved is never without a
   * place. Between two batches other verbs may be used.
   */
  changes(cursors: Cursors, signal: AbortSignal): AsyncIterable<ChangeBatch>;
  /**
   * The messages that are wanted, in any order and as they arrive, large attachments left on the server. A message that
   * is gone, that the server refuses to hand out, or in whose place it hands out another, is given with `trouble`
   * instead of bytes.
   */
  sources(requests: readonly SourceRequest[], signal: AbortSignal): AsyncIterable<MessageSource>;
  /**
   * The body of one part of a message as it travels, from the byte `start` on, so that what broke off can be gone on with.
   * `part` is an IMAP part number such as `2.1`, or `TEXT` for the whole body of the message.
   */
  part(ref: MessageRef, part: string, signal: AbortSignal, start?: number): Promise<Readable>;
  /** Carries changes to the server, in order; one outcome each, and a failure does not stop the rest. */
  apply(operations: readonly Operation[], signal: AbortSignal): Promise<OperationOutcome[]>;
  /** Puts a message into a folder; where the server says so, also where it now lies. */
  append(
    folder: string,
    source: Uint8Array,
    flags: readonly string[],
    signal: AbortSignal,
  ): Promise<MessageRef | undefined>;
  /** Gives the path of the folder as the server has it from now on. */
  editFolder(change: FolderChange, signal: AbortSignal): Promise<string>;
  /** Asks the server to search (text anywhere in the message); refs of the hits, newest first. */
  search(query: { text: string; folder?: string }, signal: AbortSignal): Promise<MessageRef[]>;
  /** Where in a folder the messages with this Message-ID (without brackets) lie, as the server has it now. */
  findById(folder: string, header_id: string, signal: AbortSignal): Promise<MessageRef[]>;
  /** Yields each time the server says something changed. Ends when the signal aborts; throws when the line is lost. */
  watch(signal: AbortSignal): AsyncIterable<'changed'>;
  close(): Promise<void>;
};

export type Capabilities = {
  labels: boolean;
  server_search: boolean;
  delta_sync: boolean;
  push: boolean;
  batch_operations: boolean;
  native_thread_ids: boolean;
  /** Whether it gives messages ids of its own (`Arrival.provider_id`). */
  own_message_ids?: boolean;
  /** Whether it moves a message by a copy and a removal: a line that is lost between them leaves it in both places. */
  moves_in_steps?: boolean;
};

export type FolderRole =
  'inbox' | 'sent' | 'drafts' | 'trash' | 'spam' | 'archive' | 'all_mail' | 'important' | 'starred';

export type RemoteFolder = {
  /** What the server calls it: an IMAP path or a label id. Stable, and the folder of every `Ref`. */
  path: string;
  /** Its last part, decoded, as people read it. */
  name: string;
  /** What parts the levels of its path; absent where the server has none. */
  separator?: string;
  role?: FolderRole;
  /** Whether it can hold messages. */
  selectable: boolean;
  kind: 'system' | 'folder' | 'user';
};

/** Where a message lies. Providers without UIDs count their own. */
export type MessageRef = { folder: string; uidvalidity: number; uid: number };

/** One opaque JSON text a stream (a folder, or the account); only the provider reads them. */
export type Cursors = Readonly<Record<string, string>>;

export type ChangeBatch = {
  stream: string;
  /** What to store with this batch; absent when the stream's position did not move. */
  cursor?: string;
  /** Messages not seen before at this place. Their bytes come from `sources`. */
  arrivals: Arrival[];
  /** Places whose flags are now these. */
  flags: (MessageRef & Flags)[];
  /** Places that hold the message no more. */
  removed: MessageRef[];
  /**
   * A folder whose UIDs mean something new: every place in it of another uidvalidity is gone. Told once all that lies
   * there has been given under its new UIDs.
   */
  reset?: { folder: string; uidvalidity: number };
  /** Mail that was there when its folder was first seen, as against mail that came since: only that is announced. */
  backfill: boolean;
  /** How far the stream is, in messages. */
  progress?: { current: number; total: number };
  /** This stream could not be read, and why; the others go on. */
  error?: string;
};

export type Flags = {
  /** IMAP system flags and keywords as the server spells them: `\Seen`, `\Flagged`, `$Forwarded`. */
  flags: string[];
  modseq?: number;
};

export type Arrival = MessageRef &
  Flags & {
    /** When the server took the message in (INTERNALDATE). */
    received: Date;
    /** RFC822.SIZE, in bytes. */
    size: number;
    /** The server's own id of the message (X-GM-MSGID, a Gmail id), the same wherever it lies. */
    provider_id?: string;
    /** The server's own id of the conversation. */
    provider_thread_id?: string;
    /** Its Message-ID without brackets, empty where it has none; absent where the server does not tell it beforehand. */
    header_id?: string;
    /**
     * Its fields Message-ID, Date, From, Sender and Subject as they stand in the message, a character for each byte
     * (latin1); absent where the server does not tell them beforehand. Mail that is here already is recognised by them.
     */
    identifyingHeaders?: string;
  };

/** A message to fetch, and what is known of it, by which it is recognised. */
export type SourceRequest = MessageRef & Partial<Pick<Arrival, 'size' | 'header_id' | 'identifyingHeaders'>>;

/** `bytes` are the message without its `gaps`, which ascend and do not touch. */
export type MessageSource = MessageRef &
  (
    | { bytes: Uint8Array; missingRanges?: readonly MissingRange[]; error?: undefined; isGone?: undefined }
    | {
        bytes?: undefined;
        missingRanges?: undefined;
        error: string;
        /** It no longer lies there: nothing of it is to come. */
        isGone?: boolean;
      }
  );

/**
 * The body of a part that was left on the server, as it travels: its stretch of the whole message in bytes, and the
 * number that `part` takes.
 */
export type MissingRange = { start: number; length: number; part: string };

/** An attachment of more bytes than this, as it travels, is left on the server until somebody wants it. */
export const maxFetchedPartBytes = 256 * 1024;

export type Operation =
  | { do: 'flags'; ref: MessageRef; add: string[]; remove: string[] }
  | { do: 'copy'; ref: MessageRef; to: string }
  | { do: 'move'; ref: MessageRef; to: string }
  | { do: 'expunge'; ref: MessageRef };

/**
 * `moved_to` is where a copied or moved message lies now, where the server says so. `isGone`: it does not lie where it was
 * said to, so what is known of its place is out of date. `isUntried`: the server never heard of it.
 */
export type OperationOutcome =
  | { ok: true; moved_to?: MessageRef }
  | { ok: false; error: string; retryable: boolean; isGone?: boolean; isNotAttempted?: boolean };

/**
 * Folders below one that is renamed are renamed with it; those below one that is deleted stay. With `orDone` what is as
 * asked already is not `refused`: a folder that is there, one that is there under its new path alone, one that is gone.
 */
export type FolderChange = (
  | { do: 'create'; path: string }
  | { do: 'rename'; path: string; to: string }
  /** With `onlyIfEmpty` a folder in which mail lies is `refused`. */
  | { do: 'delete'; path: string; onlyIfEmpty?: boolean }
) & { isIdempotent?: boolean };

/**
 * Why a provider failed, as far as it decides what happens next: `auth` stops and asks the person, `offline`, `busy` and
 * `keychain` (which does not give the password) try again with backoff, `refused` is reported, `protocol` is the server's
 * fault and is tried again later.
 */
export type ProviderErrorReason = 'auth' | 'keychain' | 'offline' | 'busy' | 'refused' | 'tls' | 'protocol';

/**
 * What it was in particular, where that decides what a person who sets an account up should look at. `said` beside it
 * are the server's own words.
 */
export type ProviderErrorKind =
  | ConnectionErrorKind
  /** The server does not accept the name and the password, or wants another kind of password. */
  | 'sign_in'
  | 'no_stored_password'
  /** No sign-in is offered at this port, or none with a password. */
  | 'no_sign_in'
  | 'no_password_sign_in'
  /** The account is set up without a sign-in, and the server wants one. */
  | 'wants_sign_in'
  | 'wants_encryption'
  | 'too_many_connections';

/** What goes wrong with a connection before anyone signs in. */
export type ConnectionErrorKind =
  | 'no_such_name'
  | 'closed_port'
  | 'unreachable'
  | 'silent'
  | 'lost'
  | 'self_signed'
  | 'untrusted'
  | 'expired'
  | 'not_yet_valid'
  | 'revoked'
  | 'other_name'
  | 'old_tls'
  /** TLS was begun, and what answered does not speak it. */
  | 'not_tls'
  | 'no_starttls'
  | 'unsafe_upgrade'
  | 'plaintext';

export class ProviderError extends Error {
  readonly reason: ProviderErrorReason;
  readonly kind: ProviderErrorKind | undefined;
  readonly serverText: string | undefined;
  /** There was no line to the server: of what was asked it has not heard. */
  isUnsent = false;

  constructor(
    reason: ProviderErrorReason,
    message: string,
    {
      kind,
      serverText,
      ...options
    }: { cause?: unknown; kind?: ProviderErrorKind | undefined; serverText?: string | undefined } = {},
  ) {
    super(message, options);
    this.name = 'ProviderError';
    this.reason = reason;
    this.kind = kind;
    this.serverText = serverText;
  }
}

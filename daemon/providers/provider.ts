import type { Readable } from 'node:stream';

/**
 * The port to a mail server: about ten methods, the same for IMAP, Gmail, Outlook and the fake. `conformance.ts` tests every
 * adapter against these rules. Sending is a separate port. Every method may throw a `ProviderError`; its `reason` determines
 * the reaction.
 */
export type Provider = {
  readonly capabilities: Capabilities;
  /**
   * Whether these cursors, and the placements that were reported with them, are void because the server is read in another way
   * now. The client then forgets both. To be asked after `folders`.
   */
  isVoid?(cursors: Cursors): boolean;
  /** Every folder (or label) of the account, including unselectable ones. */
  folders(signal: AbortSignal): Promise<RemoteFolder[]>;
  /**
   * The changes since `cursors`, in batches. A first sync returns the newest mail of each folder first, then older mail
   * backwards. A batch's cursor is stored in the transaction that stores the batch, so an interrupted sync continues at the
   * same point. Without cursors all mail is new. Trouble of one folder is a batch with `trouble`. Removals from a folder are
   * reported after the additions to the others, so that a message another client moved always has a placement. Other methods
   * may be called between two batches. `onStall` receives a sentence when the server stops answering and is asked
   * differently.
   */
  changes(cursors: Cursors, signal: AbortSignal, onStall?: (message: string) => void): AsyncIterable<ChangeBatch>;
  /**
   * The requested messages, in any order and as they arrive, with large attachments left on the server. A message that is
   * gone, that the server refuses to return, or for which it returns a different message, is given with `trouble` instead of
   * bytes.
   */
  sources(
    requests: readonly SourceRequest[],
    signal: AbortSignal,
    onStall?: (message: string) => void,
  ): AsyncIterable<MessageSource>;
  /**
   * The encoded body of one part of a message from byte `start`, so that an interrupted download can be resumed. `part` is
   * an IMAP part number such as `2.1`, or `TEXT` for the whole body of the message.
   */
  part(ref: MessageRef, part: string, signal: AbortSignal, start?: number): Promise<Readable>;
  /** Applies operations on the server in order, with one outcome each. A failure does not stop the rest. */
  apply(operations: readonly Operation[], signal: AbortSignal): Promise<OperationOutcome[]>;
  /** Appends a message to a folder; returns its placement where the server reports it. */
  append(
    folder: string,
    source: Uint8Array,
    flags: readonly string[],
    signal: AbortSignal,
  ): Promise<MessageRef | undefined>;
  /** Returns the new path of the folder on the server. */
  editFolder(change: FolderChange, signal: AbortSignal): Promise<string>;
  /**
   * Gives a label a color (`#rgb` or `#rrggbb`), or the nearest that the server has, or none (null); returns what it has then,
   * undefined if the label is gone. Absent where labels have no colors on the server.
   */
  colorFolder?(path: string, color: string | null, signal: AbortSignal): Promise<string | null | undefined>;
  /**
   * Searches on the server: one placement of each hit, newest first, and of very many hits only the newest. Servers differ in
   * whether they find parts and other forms of words, so a hit need not match a search of the client.
   */
  search(query: ServerQuery, signal: AbortSignal): Promise<MessageRef[]>;
  /**
   * What the server says about messages without their bytes; those that are gone are left out. With `keeps_uids` every
   * placement of each message.
   */
  describe(refs: readonly MessageRef[], signal: AbortSignal): Promise<Arrival[]>;
  /**
   * The messages that came to a folder after the one with this UID, without their bytes; of very many only the newest. None
   * if the folder was renumbered.
   */
  newArrivals(folder: string, after: { uidvalidity?: number; uid: number }, signal: AbortSignal): Promise<Arrival[]>;
  /** The current places in a folder of the messages with this Message-ID (without brackets). */
  findById(folder: string, header_id: string, signal: AbortSignal): Promise<MessageRef[]>;
  /** Yields each time the server reports a change. Ends when the signal aborts; throws when the connection is lost. */
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
  /** Whether it moves a message by a copy and a removal: a connection lost in between leaves the message in both folders. */
  moves_in_steps?: boolean;
  /**
   * Whether a message has one UID in all folders, so that it comes back to a folder under the UID with which it left. The next
   * changes then report every placement that an operation made or removed, also if it is as before.
   */
  keeps_uids?: boolean;
};

export type FolderRole =
  'inbox' | 'sent' | 'drafts' | 'trash' | 'spam' | 'archive' | 'all_mail' | 'important' | 'starred';

export type RemoteFolder = {
  /** The server's identifier: an IMAP path or a label id. It is stable, and the folder of every `Ref`. */
  path: string;
  /** The decoded last part of the path, for display. */
  name: string;
  /** The separator of path levels; absent where the server has none. */
  separator?: string;
  role?: FolderRole;
  /** Whether it can hold messages. */
  selectable: boolean;
  kind: 'system' | 'folder' | 'user';
  /** The color that the label has on the server, as `#rrggbb`. */
  color?: string;
};

/** A placement of a message. Providers without UIDs assign their own. */
export type MessageRef = { folder: string; uidvalidity: number; uid: number };

/** A search on the server: messages that contain all terms and were received in the given period. */
export type ServerQuery = {
  terms: readonly ServerQueryTerm[];
  since?: Date;
  before?: Date;
  /** Searches only this folder. */
  folder?: string;
};

/** A word or a phrase; `text` is anywhere in the message. */
export type ServerQueryTerm = { field: 'text' | 'from' | 'to' | 'cc' | 'bcc' | 'subject'; text: string };

/** One opaque JSON text per stream (a folder, or the account); only the provider reads it. */
export type Cursors = Readonly<Record<string, string>>;

export type ChangeBatch = {
  stream: string;
  /** The cursor to store with this batch; absent when the stream's position did not change. */
  cursor?: string;
  /** Messages that are new at this place. Their bytes come from `sources`. */
  arrivals: Arrival[];
  /** Placements with their new flags. */
  flags: (MessageRef & Flags)[];
  /** Placements that no longer hold the message. */
  removed: MessageRef[];
  /**
   * A renumbered folder: every placement in it with another uidvalidity is invalid. Reported after all its messages have
   * been reported under their new UIDs.
   */
  reset?: { folder: string; uidvalidity: number };
  /** Mail that was in its folder when the folder was first seen. Only mail that arrived later is announced. */
  backfill: boolean;
  /** The progress of the stream, in messages. */
  progress?: { current: number; total: number };
  /** Why this stream could not be read; the others continue. */
  error?: string;
  /** What the server withholds of a folder that could be read. */
  withheld?: Withheld;
};

/** The number of messages that a folder holds and does not list, and of those whose flags it does not report readably. */
export type Withheld = { messages: number; flags: number };

export type Flags = {
  /** IMAP system flags and keywords in the server's spelling: `\Seen`, `\Flagged`, `$Forwarded`. */
  flags: string[];
  modseq?: number;
};

export type Arrival = MessageRef &
  Flags & {
    /** When the server received the message (INTERNALDATE). */
    received: Date;
    /** RFC822.SIZE, in bytes. */
    size: number;
    /** The server's own id of the message (X-GM-MSGID, EMAILID of RFC 8474), the same after every move. */
    provider_id?: string;
    /** The server's own id of the conversation. */
    provider_thread_id?: string;
    /** Its Message-ID without brackets, empty if it has none; absent where the server does not report it in advance. */
    header_id?: string;
    /**
     * The unchanged fields Message-ID, Date, From, Sender and Subject of the message, one character per byte (latin1);
     * absent where the server does not report them in advance. They identify mail that is already stored.
     */
    identifyingHeaders?: string;
  };

/** A message to fetch, and its known properties that identify it. */
export type SourceRequest = MessageRef & Partial<Pick<Arrival, 'size' | 'header_id' | 'identifyingHeaders'>>;

/** `bytes` are the message without its `gaps`, which are in ascending order and do not touch. */
export type MessageSource = MessageRef &
  (
    | { bytes: Uint8Array; missingRanges?: readonly MissingRange[]; error?: undefined; isGone?: undefined }
    | {
        bytes?: undefined;
        missingRanges?: undefined;
        error: string;
        /** The message is no longer there and cannot be fetched. */
        isGone?: boolean;
      }
  );

/**
 * The encoded body of a part that was left on the server: its byte range in the whole message, and the number for `part`.
 */
export type MissingRange = { start: number; length: number; part: string };

/** An attachment with more encoded bytes than this is left on the server until a caller needs it. */
export const maxFetchedPartBytes = 256 * 1024;

export type Operation =
  | { do: 'flags'; ref: MessageRef; add: string[]; remove: string[] }
  | { do: 'copy'; ref: MessageRef; to: string }
  | { do: 'move'; ref: MessageRef; to: string }
  | { do: 'expunge'; ref: MessageRef };

/**
 * `moved_to` is the new placement of a copied or moved message, where the server reports it. `isGone`: the message is not at
 * the given placement, so the stored placement is out of date. `isUntried`: the server never received the operation.
 */
export type OperationOutcome =
  | { ok: true; moved_to?: MessageRef }
  | { ok: false; error: string; retryable: boolean; isGone?: boolean; isNotAttempted?: boolean };

/**
 * Subfolders are renamed with their parent; subfolders of a deleted folder stay. With `isIdempotent` an edit that is already
 * in effect is not `refused`: the folder already exists, exists only under its new path, or is already gone.
 */
export type FolderChange = (
  | { do: 'create'; path: string }
  | { do: 'rename'; path: string; to: string }
  /** With `onlyIfEmpty` a folder that contains mail is `refused`. */
  | { do: 'delete'; path: string; onlyIfEmpty?: boolean }
) & { isIdempotent?: boolean };

/**
 * Why a provider failed, as far as it determines the next step: `auth` stops and asks the user; `offline`, `busy` and
 * `keychain` (which does not return the password) are retried with backoff; `refused` is reported; `protocol` is a fault of
 * the server and is retried later.
 */
export type ProviderErrorReason = 'auth' | 'keychain' | 'offline' | 'busy' | 'refused' | 'tls' | 'protocol';

/**
 * The specific cause, where it tells a user who sets up an account what to check. `serverText` contains the server's own
 * text.
 */
export type ProviderErrorKind =
  | ConnectionErrorKind
  /** The server rejects the username and password, or requires another kind of password. */
  | 'sign_in'
  | 'no_stored_password'
  /** The account signs in with the browser, and the user has to do so again. */
  | 'expired_sign_in'
  /** The server refuses an access token that was issued a moment ago. */
  | 'refused_token'
  /** This port offers no sign-in, or none with a password. */
  | 'no_sign_in'
  | 'no_password_sign_in'
  /** The account is set up without a sign-in, but the server requires one. */
  | 'wants_sign_in'
  | 'wants_encryption'
  | 'too_many_connections';

/** Connection errors before the sign-in. */
export type ConnectionErrorKind =
  | 'no_such_name'
  | 'closed_port'
  | 'unreachable'
  | 'silent'
  /** The server took a command and stopped answering it. */
  | 'stalled'
  | 'lost'
  | 'self_signed'
  | 'untrusted'
  | 'expired'
  | 'not_yet_valid'
  | 'revoked'
  | 'other_name'
  | 'old_tls'
  /** TLS was started, but the server does not support it on this port. */
  | 'not_tls'
  | 'no_starttls'
  | 'unsafe_upgrade'
  | 'plaintext';

export class ProviderError extends Error {
  readonly reason: ProviderErrorReason;
  readonly kind: ProviderErrorKind | undefined;
  readonly serverText: string | undefined;
  /** When the server wants to be asked again, if it says so. */
  readonly retryAt: Date | undefined;
  /** There was no connection to the server, so it did not receive the request. */
  isUnsent = false;

  constructor(
    reason: ProviderErrorReason,
    message: string,
    {
      kind,
      serverText,
      retryAt,
      ...options
    }: {
      cause?: unknown;
      kind?: ProviderErrorKind | undefined;
      serverText?: string | undefined;
      retryAt?: Date | undefined;
    } = {},
  ) {
    super(message, options);
    this.name = 'ProviderError';
    this.reason = reason;
    this.kind = kind;
    this.serverText = serverText;
    this.retryAt = retryAt;
  }
}

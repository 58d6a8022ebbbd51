import type { ActivityTier } from './activity.ts';
import { z } from 'zod';
import { Readable } from 'node:stream';
import type { FailureKind } from '../base/failure.ts';

/**
 * The effects a request may have, weakest first. `../safety/policy.ts` decides which callers may use which. `egress` gives mail
 * to a language model.
 */
export type Safety = 'read' | 'fetch' | 'egress' | 'draft' | 'send' | 'mutate' | 'destroy' | 'operate';

/** The actions that `allowed_destructive_actions` can name. */
export const destructiveActions = [
  'archive',
  'trash',
  'spam',
  'move',
  'delete_label',
  'remove_account',
  'unsubscribe',
  'redact_activity',
  'prune_activity',
] as const;
export type DestructiveAction = (typeof destructiveActions)[number];

/** The effect of a request. Required on every row, so that no row is safe by omission. */
export type Effect = { safety: 'destroy'; action: DestructiveAction } | { safety: Exclude<Safety, 'destroy'> };

/**
 * The accounts that a request touches: none; the caller's visible accounts, by which the handler filters (`call.accounts`);
 * all of them, so that who may use only some is refused; or the owners of the ids under a key of the input, which may be of
 * two kinds, or under one of several keys.
 */
type Scope<Input> =
  | 'none'
  | 'filtered'
  | 'all'
  | { accounts: keyof Input }
  | { messages: keyof Input | readonly (keyof Input)[]; threads?: keyof Input }
  | { threads: keyof Input };

/** Method and path below `/api/v1`; `{name}` is a key of the input. */
type Address = `${'GET' | 'POST' | 'DELETE'} /${string}`;

/** One request: its address, its effect, the accounts it touches, its input and its output. */
export type Request<In extends z.ZodObject = z.ZodObject, Out extends ReplySchema = ReplySchema> = {
  /** Absent where only the local socket serves the request, for the owner's own command line. */
  http?: Address;
  /** One sentence for the OpenAPI document. */
  summary: string;
  /** A function only where the effect depends on the input (a preview or the action); a test then lists its values. */
  effect: Effect | ((input: z.output<In>) => Effect);
  scope: Scope<z.output<In>>;
  /** Path, query and body are one object, so that the local socket sends the same input. */
  input: In;
  output: Out;
  /** Expensive reads run in a reader worker, off the HTTP thread. */
  runs?: 'reader';
  /** The reply has a list that is given in pages. The row has the fields of `paging` besides, and its handler ignores `cursor`. */
  pages?: Pages;
  /** Requires no token. */
  open?: true;
  /**
   * How the request waits for approval (`daemon/approval-gate.ts`), where that is not as for any other. `tried`: all that the
   * handler checks comes before its first write, and before that it does nothing else, so the request is tried up to there
   * and fails at once where it would fail. `refused`: what it acts on could still change after the approval.
   */
  approval?: 'tried' | 'refused';
  /** Reserved for users: agents, tools and tokens other than the owner's are refused, whatever else they may do. */
  people?: true | ((input: z.output<In>) => boolean);
  /** Refused to agents and tools, whatever their profile allows. Users and tokens of scripts may send it. */
  notForAgents?: true | ((input: z.output<In>) => boolean);
  /** What the handler may ask `call.permit` for besides `effect`, depending on what is stored. It may ask for nothing else. */
  mayNeed?: readonly Effect[];
  /** It changes what belongs to Posthorn and no mail, although it names accounts: a token needs the scope `admin` for it. */
  ofPosthorn?: true;
  /** The reply contains a secret that is not stored, so a repeated request under an Idempotency-Key is refused. */
  secret?: true;
  /**
   * The handler of the change waits for more than the database, so the change cannot be one transaction. With `outcome` it
   * is the first transaction of the handler, which then waits for what comes of it.
   */
  awaits?: true | 'outcome';
  /**
   * Also answered while the mail database cannot be opened or written. Repeating it is harmless, because its
   * Idempotency-Key is not recorded.
   */
  withoutStore?: true;
  /** The page never sends it, so its client is built without its address. */
  notInPage?: true;
  /** Exists only on demo instances. Elsewhere its name and its address are unknown. */
  onlyInDemo?: true;
  /** Accepts long texts or files as JSON: up to 16 MB over HTTP instead of 2 MB. */
  large?: true;
  /** How the activity log records it, where that is not as its name and effect say. */
  activity?: ActivityRule<Extract<keyof z.output<In>, string>>;
  /** Failures of its own, beside those that any row may have: by code, of which kind, and when or why in a sentence. */
  errors?: Readonly<Record<string, readonly [FailureKind, string]>>;
};

/**
 * The field of the reply with the rows, and the field by which a row is known (`id`, or the row itself where it is a text).
 * `reads` says what the handler reads: `all` rows, the first `limit`, or `limit` rows after `offset`.
 */
export type Pages = { list: string; id?: string; reads?: 'all' | 'limit' | 'offset' };

export type ReplySchema = z.ZodType | FileReply;

/** How one request is recorded in the activity log. Fields of the input that no list names are not recorded. */
export type ActivityRule<Field extends string = string> = {
  /** The name of the action; else the name of the row in snake case. */
  action?: string;
  /** How long the entry is kept; else as the effect says. */
  tier?: ActivityTier;
  /** A read that is recorded for every caller, unless one of these fields asks for more of the same. */
  unlessFields?: readonly Field[];
  /** Recorded also while recording is paused, so that changes of the log itself are always recorded. */
  recordedWhilePaused?: true;
  /** Recorded only where `[activity].track_link_clicks` is on. */
  isLinkClick?: true;
  recordedFields?: readonly Field[];
  /** Fields that hold the words of a search. */
  queryFields?: readonly Field[];
  /** Fields that hold addresses. */
  addressFields?: readonly Field[];
};

const descriptions = new WeakMap<object, string>();

/** Declares the rows of one feature; `description` describes the feature in one sentence for the OpenAPI document. */
export function requests<const Rows extends Record<string, Request>>(description: string, rows: Rows): Rows {
  const complete = Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [
      name,
      { ...row, errors: { ...scopeErrors(row), ...pageErrors(row), ...agentErrors(row), ...row.errors } },
    ]),
  ) as Rows;
  descriptions.set(complete, description);
  return complete;
}

const missingByScope = {
  accounts: 'There is no such account.',
  messages: 'There is no such message.',
  threads: 'There is no such conversation.',
} as const;

/** The failures of a row whose scope names ids: an id that names nothing here, and one that is no UUID. */
function scopeErrors({ scope, effect }: Request): NonNullable<Request['errors']> {
  if (typeof scope === 'string') return {};
  const kinds = Object.keys(scope) as (keyof typeof missingByScope)[];
  const [only, ...others] = kinds;
  const isRead = typeof effect === 'object' && effect.safety === 'read';
  return {
    not_found: ['missing', only && others.length === 0 ? missingByScope[only] : 'None of the named items exist.'],
    ...(!isRead && { malformed_id: ['invalid', 'An id is not a UUID.'] }),
  };
}

function pageErrors({ pages }: Request): NonNullable<Request['errors']> {
  return pages ? { bad_cursor: ['invalid', '`cursor` is not the `next_cursor` of an earlier answer.'] } : {};
}

function agentErrors({ notForAgents }: Request): NonNullable<Request['errors']> {
  return notForAgents ? { agents_refused: ['refused', 'Agents and tools may not send this request.'] } : {};
}

/** The rows of a feature that exist on every instance. */
export function withoutDemoRows<Rows extends Record<string, Request>>(rows: Rows): Rows {
  const kept = Object.entries(rows).filter(([, row]) => !row.onlyInDemo);
  if (kept.length === Object.keys(rows).length) return rows;
  const rest = Object.fromEntries(kept) as Rows;
  descriptions.set(rest, descriptions.get(rows) ?? '');
  return rest;
}

/** The description of the feature that the rows belong to. */
export function descriptionOf(rows: Record<string, Request>): string | undefined {
  return descriptions.get(rows);
}

export type HttpRequest = Request & { http: Address };

/** Whether a row has an address, so that the bridge serves it. */
export function isOnHttp(row: Request): row is HttpRequest {
  return row.http !== undefined;
}

/** The method and path of a row. */
export function addressOf({ http }: Pick<HttpRequest, 'http'>): { method: 'GET' | 'POST' | 'DELETE'; path: string } {
  const [method, path] = http.split(' ') as ['GET' | 'POST' | 'DELETE', string];
  return { method, path };
}

/** Where the bridge serves a row. */
export type RowAddress = { feature: string; row: string; http: Address; isOpen: boolean; onlyInDemo?: true };

/** The addresses of the rows that have one. */
export function rowAddresses(table: Record<string, Record<string, Request>>): RowAddress[] {
  return Object.entries(table).flatMap(([feature, rows]) =>
    Object.entries(rows).flatMap(([row, request]) =>
      isOnHttp(request)
        ? [
            {
              feature,
              row,
              http: request.http,
              isOpen: request.open ?? false,
              ...(request.onlyInDemo && { onlyInDemo: request.onlyInDemo }),
            },
          ]
        : [],
    ),
  );
}

/**
 * A streamed reply. `size` is in bytes and set if known; `range` is set for a partial reply; `etag` for content that never
 * changes under it.
 */
export type FileContent = {
  stream: Readable;
  etag?: string;
  type: string;
  name: string;
  size?: number;
  range?: { start: number; end: number; total: number };
};

/** Whether a reply is a stream, for a row that may also reply with JSON. */
export function isFileContent(reply: unknown): reply is FileContent {
  return typeof reply === 'object' && reply !== null && 'stream' in reply && reply.stream instanceof Readable;
}

/** A JSON reply that the worker has already serialized: the thread that forwards it neither copies nor parses it. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The parsed value. */
  value(): unknown {
    return JSON.parse(this.text);
  }
}

const fileReplyTag = Symbol('file reply');
/** `json` is the alternative reply that the handler may give instead of a stream. */
export type FileReply<Json extends z.ZodType | undefined = z.ZodType | undefined> = {
  readonly [fileReplyTag]: true;
  readonly json: Json;
  /** The file never changes, so its reply has an ETag. */
  readonly isVersioned?: true;
};

/**
 * Used as a row's `output`: the handler replies with a stream (`FileContent`), or with `json` where the caller prefers it.
 */
export function file(): FileReply<undefined>;
export function file<Json extends z.ZodType>(json: Json): FileReply<Json>;
export function file(json?: z.ZodType): FileReply {
  return { [fileReplyTag]: true, json };
}

/** As `file`, for a file that never changes: its reply states an `etag`. */
export function versionedFile(): FileReply<undefined> {
  return { ...file(), isVersioned: true };
}

/**
 * Used as an input field of a row that replies with a file or with JSON: the caller's first choice in its Accept header;
 * absent without a preference.
 */
export const replyFormat = z.enum(['file', 'json']).optional();

export function isFile(output: ReplySchema): output is FileReply {
  return fileReplyTag in output;
}

const uploads = new WeakSet<z.ZodType>();

/** Used as a row's `input`: the body is streamed to the handler as `content`, and the fields come from path and query. */
export function upload<Shape extends z.ZodRawShape>(shape: Shape) {
  const schema = z.object({ ...shape, content: z.custom<AsyncIterable<Uint8Array>>(isAsyncIterable) });
  uploads.add(schema);
  return schema;
}

export function isUpload(input: z.ZodType): boolean {
  return uploads.has(input);
}

function isAsyncIterable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** Whether a request is about mail of accounts and not about Posthorn itself, which a token needs the scope `admin` for. */
export function isAboutMail({ scope, ofPosthorn }: Pick<Request, 'scope' | 'ofPosthorn'>): boolean {
  return scope !== 'none' && scope !== 'all' && ofPosthorn !== true;
}

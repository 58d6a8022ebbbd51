/** The category of a failure, as far as a caller can act on it. The bridge maps each kind to one HTTP status. */
export type FailureKind =
  | 'invalid'
  | 'missing'
  | 'refused'
  | 'conflict'
  | 'stale'
  | 'unsupported'
  | 'unsatisfiable'
  | 'limited'
  | 'provider'
  | 'unavailable'
  | 'full'
  | 'internal';

/**
 * An error that a caller can act on. `code` is a stable snake_case identifier for programs. `message` is a sentence for
 * users that says what failed, why, and what to do. `details` are sent beside them at the top level of the reply.
 */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly code: string;
  readonly details: Record<string, unknown>;
  readonly retryable: boolean;

  constructor(
    kind: FailureKind,
    code: string,
    message: string,
    { retryable, cause, ...details }: { retryable?: boolean; cause?: unknown; [detail: string]: unknown } = {},
  ) {
    super(message, { cause });
    this.name = 'Failure';
    this.kind = kind;
    this.code = code;
    this.retryable = retryable ?? false;
    // `retryable` is sent only where the failure sets it explicitly.
    this.details = retryable === false ? { ...details, retryable } : details;
  }
}

/** A failure as plain data that can cross a worker thread or process boundary. */
export type FailureData = Pick<Failure, 'kind' | 'code' | 'message' | 'details' | 'retryable'>;

export function failureData({ kind, code, message, details, retryable }: Failure): FailureData {
  return { kind, code, message, details, retryable };
}

export function failureFrom({ kind, code, message, details, retryable }: FailureData): Failure {
  return new Failure(kind, code, message, { ...details, ...(retryable && { retryable }) });
}

/** The message of any thrown value. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** What kind of thing went wrong, as far as a caller can act on it. The bridge maps each to one HTTP status. */
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
  | 'internal';

/**
 * An error a caller can act on. `code` is a stable snake_case word for programs, `message` a sentence for people
 * that says what failed, why, and what to do. `details` are sent beside them at the top level of the answer.
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
    // That trying again is of no use is told where somebody says so.
    this.details = retryable === false ? { ...details, retryable } : details;
  }
}

/** A failure as plain data, to cross a worker thread or a process. */
export type FailureData = Pick<Failure, 'kind' | 'code' | 'message' | 'details' | 'retryable'>;

export function failureData({ kind, code, message, details, retryable }: Failure): FailureData {
  return { kind, code, message, details, retryable };
}

export function failureFrom({ kind, code, message, details, retryable }: FailureData): Failure {
  return new Failure(kind, code, message, { ...details, ...(retryable && { retryable }) });
}

/** The sentence inside anything thrown. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

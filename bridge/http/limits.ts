/** Limits that protect clients from each other. Bytes and milliseconds. */
export type Limits = {
  /** Connections that are served; more get a refusal, and far more are dropped without an answer. */
  maxConnections: number;
  /** Requests of one connection that may wait for their answers at a time. */
  maxPipelined: number;
  maxHeaderBytes: number;
  headersTimeoutMs: number;
  maxJsonBytes: number;
  /** For rows that take texts or files in JSON. */
  maxLargeJsonBytes: number;
  jsonTimeoutMs: number;
  maxUploadBytes: number;
  /** The time an upload may make the server wait, in addition to the time its bytes take at `uploadPace`. */
  uploadGraceMs: number;
  /** The slowest accepted upload, in bytes per second. */
  minUploadBytesPerSecond: number;
  /** How long an idle connection is kept. */
  keepAliveMs: number;
  /** How long a client may leave its answer unread before it is cut. */
  stalledTimeoutMs: number;
  /** How long the unread rest of a body is discarded, so that the client reads the answer first. */
  discardBodyMs: number;
};

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

export const defaultLimits: Limits = {
  maxConnections: 512,
  maxPipelined: 32,
  maxHeaderBytes: 16 * kilobyte,
  headersTimeoutMs: 10_000,
  maxJsonBytes: 2 * megabyte,
  maxLargeJsonBytes: 16 * megabyte,
  jsonTimeoutMs: 30_000,
  maxUploadBytes: 160 * megabyte,
  uploadGraceMs: 20_000,
  minUploadBytesPerSecond: 64 * kilobyte,
  keepAliveMs: 10_000,
  stalledTimeoutMs: 120_000,
  discardBodyMs: 5_000,
};

/** The time the largest upload may take at the slowest pace. */
export function maxUploadMs({ maxUploadBytes, minUploadBytesPerSecond, uploadGraceMs }: Limits): number {
  return uploadGraceMs + (maxUploadBytes / minUploadBytesPerSecond) * 1000;
}

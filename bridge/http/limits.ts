/** What one client may take from the others. Bytes and milliseconds. */
export type Limits = {
  /** Connections that are served; more are told so, and far more are dropped unheard. */
  maxConnections: number;
  /** Requests of one connection that wait for their answers at a time. */
  maxPipelined: number;
  maxHeaderBytes: number;
  headersTimeoutMs: number;
  maxJsonBytes: number;
  /** For rows that take texts or files in JSON. */
  maxLargeJsonBytes: number;
  jsonTimeoutMs: number;
  maxUploadBytes: number;
  /** How long an upload may make us wait, beside what its bytes take at `uploadPace`. */
  uploadGraceMs: number;
  /** The slowest upload that is taken, in bytes a second. */
  minUploadBytesPerSecond: number;
  /** A connection that has nothing to do is kept so long. */
  keepAliveMs: number;
  /** A client that does not read its answer is cut after so long. */
  stalledTimeoutMs: number;
  /** The rest of a body that nobody reads is thrown away for so long, so that the answer is read first. */
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

/** How long the largest upload may take at the slowest pace. */
export function maxUploadMs({ maxUploadBytes, minUploadBytesPerSecond, uploadGraceMs }: Limits): number {
  return uploadGraceMs + (maxUploadBytes / minUploadBytesPerSecond) * 1000;
}

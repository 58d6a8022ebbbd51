/** What one client may take from the others. Bytes and milliseconds. */
export type Limits = {
  /** Connections that are served; more are told so, and far more are dropped unheard. */
  connections: number;
  /** Requests of one connection that wait for their answers at a time. */
  pipelined: number;
  headerBytes: number;
  headersWithin: number;
  jsonBytes: number;
  /** For rows that take texts or files in JSON. */
  largeJsonBytes: number;
  jsonWithin: number;
  uploadBytes: number;
  /** How long an upload may make us wait, beside what its bytes take at `uploadPace`. */
  uploadPatience: number;
  /** The slowest upload that is taken, in bytes a second. */
  uploadPace: number;
  /** A connection that has nothing to do is kept so long. */
  keepAlive: number;
  /** A client that does not read its answer is cut after so long. */
  stalledAfter: number;
  /** The rest of a body that nobody reads is thrown away for so long, so that the answer is read first. */
  lingers: number;
};

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

export const usualLimits: Limits = {
  connections: 512,
  pipelined: 32,
  headerBytes: 16 * kilobyte,
  headersWithin: 10_000,
  jsonBytes: 2 * megabyte,
  largeJsonBytes: 16 * megabyte,
  jsonWithin: 30_000,
  uploadBytes: 160 * megabyte,
  uploadPatience: 20_000,
  uploadPace: 64 * kilobyte,
  keepAlive: 10_000,
  stalledAfter: 120_000,
  lingers: 5_000,
};

/** How long the largest upload may take at the slowest pace. */
export function longestUpload({ uploadBytes, uploadPace, uploadPatience }: Limits): number {
  return uploadPatience + (uploadBytes / uploadPace) * 1000;
}

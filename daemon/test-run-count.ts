/** Set by `npm run soak -- random`. */
const isFull = process.env['POSTHORN_FULL_COUNTS'] !== undefined;

const minFew = 5;

/**
 * How many random inputs a test tries: `full` in the soak tier, and otherwise an eighth of them, but at least five. Most
 * errors show in the first few inputs, and with a fixed seed the others are the same in every run.
 */
export function runCount(full: number): number {
  return isFull ? full : Math.min(full, Math.max(minFew, Math.ceil(full / 8)));
}

/**
 * The size of an input that must take linear time: `full` in the soak tier, and otherwise a quarter, for which quadratic
 * work still takes minutes.
 */
export function hostileSize(full: number): number {
  return isFull ? full : full / 4;
}

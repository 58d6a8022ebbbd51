/** The most texts that are computed at once. */
const maxTexts = 32;

/**
 * Divides texts into batches, as positions in `lengths` (tokens of each text). All texts of a batch are padded to its longest, so
 * texts of similar length come together, and no batch has more than `most` tokens with its padding, except that of a single text.
 */
export function tokenBatches(lengths: readonly number[], most: number): number[][] {
  const byLength = lengths.map((_, at) => at).toSorted((a, b) => lengths[a]! - lengths[b]!);
  const batches: number[][] = [];
  for (const at of byLength) {
    const last = batches.at(-1);
    // Ascending, so this text is the longest of the batch.
    if (last && last.length < maxTexts && (last.length + 1) * lengths[at]! <= most) last.push(at);
    else batches.push([at]);
  }
  return batches;
}

const [minBatchBytes, maxBatchBytes] = [256 * 1024, 8 * 1024 * 1024];

/** The target transfer time of one batch: between two batches the inbox is checked for new mail. */
const targetBatchMs = 1000;

/** A message counts for no more than this, since its attachments stay on the server. */
const maxCountedMessageBytes = 512 * 1024;

/** Measures how many bytes of mail a batch may contain at the speed of this connection. */
export function createBatchSizer() {
  let targetBytes = 1024 * 1024;
  return {
    /** How many of `sizes`, from the first on, the next batch contains: at least one. */
    countForNextBatch(sizes: readonly number[]): number {
      let [count, sum] = [0, 0];
      for (const size of sizes) {
        sum += Math.min(size, maxCountedMessageBytes);
        if (count > 0 && sum > targetBytes) break;
        count++;
      }
      return count;
    },
    /** Records that messages of these sizes were fetched and stored within `ms` milliseconds. */
    recordDuration(sizes: readonly number[], ms: number): void {
      const sum = sizes.reduce((all, size) => all + Math.min(size, maxCountedMessageBytes), 0);
      // A short batch measures latency rather than throughput.
      if (sum < minBatchBytes / 2) return;
      const fittingBytes = (sum / Math.max(ms, 1)) * targetBatchMs;
      targetBytes = Math.min(maxBatchBytes, Math.max(minBatchBytes, (targetBytes + fittingBytes) / 2));
    },
  };
}

export type BatchSizer = ReturnType<typeof createBatchSizer>;

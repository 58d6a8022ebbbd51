const [smallest, largest] = [256 * 1024, 8 * 1024 * 1024];

/** How long the mail of one batch should be on its way: between two batches the inbox is looked at for new mail. */
const wantedMs = 1000;

/** A message counts for no more than this, since its attachments stay on the server. */
const mostOfOne = 512 * 1024;

/** Finds out how many bytes of mail a batch may bring at the speed of this line. */
export function batchPace() {
  let bytes = 1024 * 1024;
  return {
    /** How many of `sizes`, from the first on, the next batch brings: at least one. */
    fitting(sizes: readonly number[]): number {
      let [count, sum] = [0, 0];
      for (const size of sizes) {
        sum += Math.min(size, mostOfOne);
        if (count > 0 && sum > bytes) break;
        count++;
      }
      return count;
    },
    /** Messages of these sizes were fetched and stored within `ms` milliseconds. */
    took(sizes: readonly number[], ms: number): void {
      const sum = sizes.reduce((all, size) => all + Math.min(size, mostOfOne), 0);
      // A short batch says more about waiting for answers than about the line.
      if (sum < smallest / 2) return;
      const fit = (sum / Math.max(ms, 1)) * wantedMs;
      bytes = Math.min(largest, Math.max(smallest, (bytes + fit) / 2));
    },
  };
}

export type BatchPace = ReturnType<typeof batchPace>;

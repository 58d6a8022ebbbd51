/**
 * Admits work while the bytes in flight stay below `limit`; above it, `acquire` waits in order. A piece larger than the
 * limit is admitted alone, so no caller waits forever.
 */
export function createByteSemaphore(limit: number) {
  let bytesInFlight = 0;
  const waiting: { size: number; admit: () => void }[] = [];

  const admitNext = () => {
    for (
      let next = waiting[0];
      next && (bytesInFlight === 0 || bytesInFlight + next.size <= limit);
      next = waiting[0]
    ) {
      waiting.shift();
      bytesInFlight += next.size;
      next.admit();
    }
  };

  return {
    /** Waits for room for `size` bytes. The returned function releases them and may be called twice. */
    async acquire(size: number): Promise<() => void> {
      await new Promise<void>((admit) => {
        waiting.push({ size, admit });
        admitNext();
      });
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        bytesInFlight -= size;
        admitNext();
      };
    },
    get bytesInFlight() {
      return bytesInFlight;
    },
  };
}

export type ByteSemaphore = ReturnType<typeof createByteSemaphore>;

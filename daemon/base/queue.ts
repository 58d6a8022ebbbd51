/**
 * Admits work while the bytes in flight stay below `limit`; past it, `enter` waits in order. A piece larger than the
 * limit is admitted alone, so nothing is ever stuck.
 */
export function byteGate(limit: number) {
  let held = 0;
  const waiting: { size: number; admit: () => void }[] = [];

  const admitNext = () => {
    for (let next = waiting[0]; next && (held === 0 || held + next.size <= limit); next = waiting[0]) {
      waiting.shift();
      held += next.size;
      next.admit();
    }
  };

  return {
    /** Waits for room for `size` bytes; the function it gives back returns them, and may be called twice. */
    async enter(size: number): Promise<() => void> {
      await new Promise<void>((admit) => {
        waiting.push({ size, admit });
        admitNext();
      });
      let left = false;
      return () => {
        if (left) return;
        left = true;
        held -= size;
        admitNext();
      };
    },
    get held() {
      return held;
    },
  };
}

export type ByteGate = ReturnType<typeof byteGate>;

/** Pseudorandom numbers that are the same for the same seed on every machine. */
export type Random = {
  /** From 0 up to but not including 1. */
  fraction(): number;
  /** A whole number from 0 up to but not including `limit`. */
  below(limit: number): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
};

/** The generator known as mulberry32: 32 bits of state, good enough for prose. */
export function randomFrom(seed: number): Random {
  let state = seed | 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number) => Math.floor(fraction() * limit);
  return {
    fraction,
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (share) => fraction() < share,
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T,
  };
}

/** Combines several numbers into one 32-bit number, so that every message has its own seed. */
export function mixSeeds(seed: number, first: number, second = 0): number {
  return murmurMix(murmurMix(murmurMix(0x811c9dc5, seed), first), second) >>> 0;
}

/** The mixing step of MurmurHash3. */
function murmurMix(hash: number, number: number): number {
  let piece = Math.imul(number, 0xcc9e2d51);
  piece = Math.imul((piece << 15) | (piece >>> 17), 0x1b873593);
  const turned = hash ^ piece;
  const spread = Math.imul(((turned << 13) | (turned >>> 19)) ^ (turned >>> 16), 5) + 0xe6546b64;
  return Math.imul(spread ^ (spread >>> 13), 0x85ebca6b) | 0;
}

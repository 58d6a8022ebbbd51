import { InvalidArgumentError } from 'commander';

/** Parses a whole number from 1 to `most`. */
export function parseCount(most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    if (value >= 1 && value <= most) return value;
    throw new InvalidArgumentError(`It is a whole number from 1 to ${most}.`);
  };
}

/** Parses a whole number from 0 to `most`. */
export function parseWhole(most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : -1;
    if (value >= 0 && value <= most) return value;
    throw new InvalidArgumentError(`It is a whole number from 0 to ${most}.`);
  };
}

/** Collects an option that may be given several times. */
export function collect(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value];
}

/** Flags are compared case-insensitively (RFC 3501, section 2.3.2). */
export function hasFlag(flags: readonly string[], flag: string): boolean {
  return flags.some((each) => each.toLowerCase() === flag.toLowerCase());
}

export function withFlags(
  flags: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): readonly string[] {
  return [...flags.filter((flag) => !hasFlag(remove, flag)), ...add.filter((flag) => !hasFlag(flags, flag))].sort();
}

export function withoutFlags(some: readonly string[], others: readonly string[]): string[] {
  return some.filter((flag) => !hasFlag(others, flag));
}

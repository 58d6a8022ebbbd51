/** A value as it follows a colon: quoted if it has more than one word. */
export function quotedValue(value: string): string {
  return /[\s"(){}]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value;
}

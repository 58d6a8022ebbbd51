import { stringify } from 'smol-toml';

/** The possible values of a Posthorn key. */
export type TomlValue = string | number | boolean | readonly string[];

/** A value in TOML notation, on one line. */
export function tomlText(value: TomlValue): string {
  if (typeof value === 'object') return `[${value.map(tomlText).join(', ')}]`;
  return stringify({ value }).replace('value = ', '').trimEnd();
}

/** The line ending of a document. */
export function lineEndOf(toml: string): '\r\n' | '\n' {
  return /^[^\n]*\r\n/.test(toml) ? '\r\n' : '\n';
}

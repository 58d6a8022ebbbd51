import { stringify } from 'smol-toml';

/** What a key of ours can hold. */
export type TomlValue = string | number | boolean | readonly string[];

/** A value as TOML writes it, in one line. */
export function tomlText(value: TomlValue): string {
  if (typeof value === 'object') return `[${value.map(tomlText).join(', ')}]`;
  return stringify({ value }).replace('value = ', '').trimEnd();
}

/** The line ends of a document. */
export function lineEndOf(toml: string): '\r\n' | '\n' {
  return /^[^\n]*\r\n/.test(toml) ? '\r\n' : '\n';
}

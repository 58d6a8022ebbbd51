import { parse, TomlError } from 'smol-toml';

/** A dotted key in TOML notation: names are quoted where necessary. */
export function keyText(path: readonly string[]): string {
  return path.map((name) => (/^[A-Za-z0-9_-]+$/.test(name) ? name : JSON.stringify(name))).join('.');
}

const name = /"(?:\\.|[^"\\\n])*"|'[^'\n]*'|[A-Za-z0-9_-]+/.source;
const wholeKey = new RegExp(`^[ \\t]*(?:${name})(?:[ \\t]*\\.[ \\t]*(?:${name}))*[ \\t]*$`);

/** The names in a dotted TOML key, with quotes and escapes resolved; undefined where the text is not a key. */
export function keyPath(text: string): string[] | undefined {
  return wholeKey.test(text) ? tryNamesOfKey(text) : undefined;
}

function tryNamesOfKey(key: string): string[] | undefined {
  try {
    return namesOfKey(key);
  } catch (thrown) {
    if (thrown instanceof TomlError) return undefined;
    throw thrown;
  }
}

/** The names of a key in a valid document. */
export function namesOfKey(key: string): string[] {
  const path: string[] = [];
  for (let node: unknown = parse(`${key} = 0`); typeof node === 'object' && node !== null;) {
    const [name, inner] = Object.entries(node)[0] ?? [];
    if (name !== undefined) path.push(name);
    node = inner;
  }
  return path;
}

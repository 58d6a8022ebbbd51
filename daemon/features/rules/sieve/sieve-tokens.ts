import { Failure } from '../../../base/failure.ts';

/** A token of a Sieve script (RFC 5228, section 2), with its line from 1. A comment is one of its own: it may name a rule. */
export type SieveToken = { line: number } & (
  | { kind: 'word' | 'tag' | 'string' | 'comment'; text: string }
  | { kind: 'number'; value: number }
  | { kind: 'sign'; text: string }
);

const units: Record<string, number> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** Throws Failure `bad_file`. */
export function sieveTokens(script: string): SieveToken[] {
  const tokens: SieveToken[] = [];
  let [at, line] = [0, 1];
  const forms: [RegExp, (found: RegExpExecArray) => SieveToken | undefined][] = [
    [/[ \t\r\n]+/y, () => undefined],
    [/#([^\n]*)/y, ([, text = '']) => ({ kind: 'comment', text: text.trim(), line })],
    [/\/\*[\s\S]*?\*\//y, () => undefined],
    [
      /"((?:[^"\\]|\\[\s\S])*)"/y,
      ([, text = '']) => ({ kind: 'string', text: text.replaceAll(/\\([\s\S])/g, '$1'), line }),
    ],
    [
      /text:[ \t]*(?:#[^\n]*)?\r?\n([\s\S]*?)(^\.\r?$|(?![\s\S]))/my,
      ([, text = '', end = '']) => {
        if (end === '') throw badScript(line, 'a text isn’t closed by a line with a dot');
        return { kind: 'string', text: text.replaceAll(/^\./gm, ''), line };
      },
    ],
    [
      /(\d{1,12})([kmg]?)\b/iy,
      ([, digits, unit = '']) => ({ kind: 'number', value: Number(digits) * (units[unit.toLowerCase()] ?? 1), line }),
    ],
    [/:([a-z_]\w*)/iy, ([, text = '']) => ({ kind: 'tag', text: text.toLowerCase(), line })],
    [/[a-z_]\w*/iy, ([text]) => ({ kind: 'word', text: text.toLowerCase(), line })],
    [/[()[\]{},;]/y, ([text]) => ({ kind: 'sign', text, line })],
  ];
  while (at < script.length) {
    const token = forms.map(([form, read]) => matchAt(form, script, at, read)).find((each) => each !== undefined);
    if (!token) throw badScript(line, `“${script.slice(at, at + 20).trim()}” can’t be read`);
    if (token.token) tokens.push(token.token);
    line += token.text.split('\n').length - 1;
    at += token.text.length;
  }
  return tokens;
}

function matchAt(
  form: RegExp,
  script: string,
  at: number,
  read: (found: RegExpExecArray) => SieveToken | undefined,
): { text: string; token: SieveToken | undefined } | undefined {
  form.lastIndex = at;
  const found = form.exec(script);
  return found ? { text: found[0], token: read(found) } : undefined;
}

export function badScript(line: number, problem: string): Failure {
  return new Failure('invalid', 'bad_file', `Line ${line} of the script is wrong: ${problem}.`, { line });
}

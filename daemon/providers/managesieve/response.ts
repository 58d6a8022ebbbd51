import { ProviderError } from '../provider.ts';
import type { ByteReader } from './byte-reader.ts';

/** A response of a ManageSieve server (RFC 5804, section 1.3): lines of data, then its status. */
export type SieveResponse = {
  status: 'OK' | 'NO' | 'BYE';
  /** The response code in upper case, such as `QUOTA/MAXSIZE`; empty where there is none. */
  code: string;
  /** The strings after the response code, within its parentheses. */
  codeValues: string[];
  /** The text for the user, in words of the server. */
  text: string;
  /** The lines before the status: strings and atoms, which are not told apart. */
  lines: string[][];
};

type Token = { kind: 'atom' | 'string'; value: string } | { kind: '(' | ')' };

/** No script of more than a megabyte is read, and no list of more than a thousand lines. */
const maxLineBytes = 16 * 1024;
const maxLines = 1_000;
export const maxScriptBytes = 1024 * 1024;

/** Reads one response. Throws ProviderError `protocol` for what is none, and for one that is too large. */
export async function readResponse(reader: ByteReader): Promise<SieveResponse> {
  const lines: string[][] = [];
  let room = maxScriptBytes;
  for (;;) {
    const tokens = await readTokens(reader, room);
    const status = statusOf(tokens);
    if (status) return { ...status, lines };
    const values = tokens.flatMap((token) => ('value' in token ? [token.value] : []));
    if (tokens[0]?.kind !== 'string' || values.length < tokens.length) throw unexpected('a line that is no response');
    room -= values.reduce((sum, value) => sum + value.length, 0);
    if (room < 0 || lines.push(values) > maxLines) throw unexpected('a response that is too long');
  }
}

/** The tokens of a line, with the literals in it. */
async function readTokens(reader: ByteReader, room: number): Promise<Token[]> {
  const tokens: Token[] = [];
  for (;;) {
    const { found, literalBytes } = tokensOf(await reader.line(maxLineBytes));
    tokens.push(...found);
    if (literalBytes === undefined) return tokens;
    if (literalBytes > room || tokens.length > maxLines) throw unexpected('a response that is too long');
    tokens.push({ kind: 'string', value: (await reader.bytes(literalBytes)).toString('utf8') });
  }
}

const tokenPattern = /\s*(?:"((?:[^"\\]|\\.)*)"|([()])|\{(\d{1,10})\+?\}$|([^\s"(){}]+))/y;

function tokensOf(line: string): { found: Token[]; literalBytes?: number } {
  const text = line.trimEnd();
  const found: Token[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.length) {
    const match = tokenPattern.exec(text);
    if (!match) throw unexpected('a line that can’t be read');
    const [, quoted, parenthesis, literal, atom] = match;
    if (literal !== undefined) return { found, literalBytes: Number(literal) };
    if (quoted !== undefined) found.push({ kind: 'string', value: quoted.replaceAll(/\\(.)/g, '$1') });
    else if (parenthesis !== undefined) found.push({ kind: parenthesis as '(' | ')' });
    else found.push({ kind: 'atom', value: atom ?? '' });
  }
  return { found };
}

/** `OK`, `NO` or `BYE` with a response code and a text, each of which may be absent. */
function statusOf([first, ...rest]: readonly Token[]): Omit<SieveResponse, 'lines'> | undefined {
  if (first?.kind !== 'atom') return undefined;
  const status = first.value.toUpperCase();
  if (status !== 'OK' && status !== 'NO' && status !== 'BYE') return undefined;
  const end = rest[0]?.kind === '(' ? rest.findIndex(({ kind }) => kind === ')') : -1;
  if (rest[0]?.kind === '(' && end < 0) throw unexpected('a line that can’t be read');
  const [code = '', ...codeValues] = valuesOf(rest.slice(0, end + 1));
  return { status, code: code.toUpperCase(), codeValues, text: valuesOf(rest.slice(end + 1)).join(' ') };
}

function valuesOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => ('value' in token ? [token.value] : []));
}

function unexpected(what: string): ProviderError {
  return new ProviderError('protocol', `The server sent ${what}.`);
}

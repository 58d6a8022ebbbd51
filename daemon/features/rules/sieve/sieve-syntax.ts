import { badScript, sieveTokens, type SieveToken } from './sieve-tokens.ts';

/** An argument: a tag, a number, or strings. */
export type SieveArgument =
  { kind: 'tag'; text: string } | { kind: 'number'; value: number } | { kind: 'strings'; texts: string[] };
/** A test or a command, with the tests and commands in it (RFC 5228, section 8.2). `comment` stands before it. */
export type SieveTest = { name: string; line: number; args: SieveArgument[]; tests: SieveTest[] };
export type SieveCommand = SieveTest & { block: SieveCommand[] | undefined; comment: string };

type Reader = { tokens: SieveToken[]; at: number; comment: string };

const maxDepth = 15;

/** Parses a script. Throws Failure `bad_file`. */
export function parseSieve(script: string): SieveCommand[] {
  const reader: Reader = { tokens: sieveTokens(script), at: 0, comment: '' };
  const commands = readCommands(reader, 0);
  const rest = peek(reader);
  if (rest) throw badScript(rest.line, 'a bracket is closed that isn’t open');
  return commands;
}

function peek(reader: Reader): SieveToken | undefined {
  for (let token = reader.tokens[reader.at]; token?.kind === 'comment'; token = reader.tokens[reader.at]) {
    reader.comment = token.text;
    reader.at++;
  }
  return reader.tokens[reader.at];
}

function isSign(token: SieveToken | undefined, text: string): boolean {
  return token?.kind === 'sign' && token.text === text;
}

function takeSign(reader: Reader, text: string): boolean {
  if (!isSign(peek(reader), text)) return false;
  reader.at++;
  return true;
}

function lineOf(reader: Reader): number {
  return (peek(reader) ?? reader.tokens.at(-1))?.line ?? 1;
}

function readCommands(reader: Reader, depth: number): SieveCommand[] {
  if (depth > maxDepth) throw badScript(lineOf(reader), 'blocks are nested too deeply');
  const commands: SieveCommand[] = [];
  for (let token = peek(reader); token && !isSign(token, '}'); token = peek(reader)) {
    const { comment } = reader;
    reader.comment = '';
    const test = readTest(reader, depth);
    if (takeSign(reader, ';')) commands.push({ ...test, block: undefined, comment });
    else if (takeSign(reader, '{')) {
      const block = readCommands(reader, depth + 1);
      if (!takeSign(reader, '}')) throw badScript(lineOf(reader), 'a block isn’t closed');
      commands.push({ ...test, block, comment });
      reader.comment = '';
    } else throw badScript(lineOf(reader), 'a semicolon or a block is missing');
  }
  return commands;
}

/** A name with its arguments and tests: the form of tests and of commands. */
function readTest(reader: Reader, depth: number): SieveTest {
  if (depth > maxDepth) throw badScript(lineOf(reader), 'tests are nested too deeply');
  const name = peek(reader);
  if (name?.kind !== 'word') throw badScript(name?.line ?? lineOf(reader), 'a command is missing');
  reader.at++;
  const args: SieveArgument[] = [];
  for (let arg = readArgument(reader); arg; arg = readArgument(reader)) args.push(arg);
  return { name: name.text, line: name.line, args, tests: readTests(reader, depth) };
}

function readArgument(reader: Reader): SieveArgument | undefined {
  const token = peek(reader);
  if (token?.kind === 'tag') return (reader.at++, { kind: 'tag', text: token.text });
  if (token?.kind === 'number') return (reader.at++, { kind: 'number', value: token.value });
  if (token?.kind === 'string') return (reader.at++, { kind: 'strings', texts: [token.text] });
  if (!takeSign(reader, '[')) return undefined;
  const texts: string[] = [];
  do {
    const each = peek(reader);
    if (each?.kind !== 'string')
      throw badScript(each?.line ?? lineOf(reader), 'a list holds something else than texts');
    texts.push(each.text);
    reader.at++;
  } while (takeSign(reader, ','));
  if (!takeSign(reader, ']')) throw badScript(lineOf(reader), 'a list isn’t closed');
  return { kind: 'strings', texts };
}

function readTests(reader: Reader, depth: number): SieveTest[] {
  if (peek(reader)?.kind === 'word') return [readTest(reader, depth + 1)];
  if (!takeSign(reader, '(')) return [];
  const tests: SieveTest[] = [];
  do tests.push(readTest(reader, depth + 1));
  while (takeSign(reader, ','));
  if (!takeSign(reader, ')')) throw badScript(lineOf(reader), 'a list of tests isn’t closed');
  return tests;
}

import type { Token } from './lexer.ts';

/**
 * A query of words without a field, a sign or an upper-case AND, OR, NOT is probably pasted text or free text:
 * unbalanced brackets are ignored, and "and", "or", "not" without operands are words.
 */
export function relaxPastedText(tokens: readonly Token[]): readonly Token[] {
  if (tokens.some(isDeliberate)) return tokens;
  const kept = areBracketsBalanced(tokens) ? tokens : tokens.filter(({ kind }) => kind !== 'open' && kind !== 'close');
  return kept.map((token, i) => (token.kind === 'operator' && isDanglingOperator(kept, i) ? asWord(token) : token));
}

function isDeliberate(token: Token): boolean {
  if (token.kind === 'operator') return token.text === token.operator;
  return token.kind === 'field' || token.kind === 'minus' || (token.kind === 'word' && token.text === 'AROUND');
}

function areBracketsBalanced(tokens: readonly Token[]): boolean {
  const open: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'open') open.push(token.text === '(' ? ')' : '}');
    else if (token.kind === 'close' && open.pop() !== token.text) return false;
  }
  return open.length === 0;
}

function isDanglingOperator(tokens: readonly Token[], i: number): boolean {
  const [before, token] = [tokens[i - 1], tokens[i]];
  if (!startsTerm(tokens, i + 1)) return true;
  if (token?.kind === 'operator' && token.operator === 'NOT') return false;
  return before === undefined || before.kind === 'operator' || before.kind === 'open';
}

function startsTerm(tokens: readonly Token[], start: number): boolean {
  let i = start;
  for (let token = tokens[i]; token?.kind === 'operator' && token.operator === 'NOT'; token = tokens[++i]);
  const kind = tokens[i]?.kind;
  return kind === 'word' || kind === 'phrase' || kind === 'open';
}

function asWord({ position, length, ...token }: Token & { kind: 'operator' }): Token {
  return { kind: 'word', text: token.text, position, length };
}

import { badQuery, type Span } from './bad-query.ts';
import { columnOf, exampleFor, filterFrom, type Field } from './fields.ts';
import { tokenize, type Token } from './lexer.ts';
import { relaxPastedText } from './pasted-text.ts';
import { hasWords, joined, nearNode, quotedNear, textNode, type QueryNode } from './query-node.ts';

const maxTerms = 200;
const maxDepth = 50;

/**
 * Parses a query (wire-contract, section 16); undefined if it is empty. Unknown fields are text, so that a pasted
 * address or `Re: hello` is searched as it is, and so is a query of plain words with unbalanced brackets or operators.
 * In a query that is still being typed (`isTyped`) the last word may be a prefix. Throws Failure `bad_query` with the
 * position of the error.
 */
export function parseQuery(query: string, { isTyped = false } = {}): QueryNode | undefined {
  const tokens = relaxPastedText(tokenize(query));
  const typed = isTyped ? wordBeingTyped(tokens, query) : undefined;
  const parser = createParser(tokens, { position: query.length, length: 0 }, typed);
  const node = parser.any(undefined);
  parser.expectEnd();
  return node;
}

/** Shorter prefixes match too many words for a search during typing. */
const minTypedCharacters = 3;

function wordBeingTyped(tokens: readonly Token[], query: string): Token | undefined {
  const last = tokens.at(-1);
  if (last?.kind !== 'word' || last.position + last.length < query.length) return undefined;
  return last.text.length >= minTypedCharacters && hasWords(last.text.slice(-1)) ? last : undefined;
}

function createParser(tokens: readonly Token[], end: Span, typed: Token | undefined) {
  let at = 0;
  let terms = 0;
  let depth = 0;

  const isOperator = (operator: 'AND' | 'OR' | 'NOT') => {
    const token = tokens[at];
    return token?.kind === 'operator' && token.operator === operator;
  };
  const isAtEnd = () => tokens[at] === undefined || tokens[at]?.kind === 'close';

  /** Alternatives, each a list of terms that all must match. `field` is the field whose brackets enclose them. */
  function any(field: Field | undefined): QueryNode | undefined {
    const members = [all(field)];
    while (isOperator('OR')) {
      at++;
      members.push(all(field));
    }
    return joined('any', members);
  }

  function all(field: Field | undefined): QueryNode | undefined {
    const members: (QueryNode | undefined)[] = [];
    const begin = at;
    while (!isAtEnd() && !isOperator('OR')) {
      if (isOperator('AND')) {
        if (at === begin) throw missingOperand('before');
        at++;
        if (isAtEnd() || isOperator('OR') || isOperator('AND')) throw missingOperand('after', tokens[at - 1]);
      }
      members.push(near(field));
    }
    if (at === begin && isOperator('OR')) throw missingOperand('before');
    if (at === begin && tokens[at - 1]?.kind === 'operator') throw missingOperand('after', tokens[at - 1]);
    return joined('all', members);
  }

  function near(field: Field | undefined): QueryNode | undefined {
    const pairs: QueryNode[] = [];
    let left = unary(field);
    for (let around = aroundAt(); around; around = aroundAt()) {
      at += 2;
      const right = unary(field);
      pairs.push(nearNode(left, around, right));
      left = right;
    }
    return pairs.length === 0 ? left : joined('all', pairs);
  }

  /** `AROUND 5` if a term follows; otherwise an ordinary word. */
  function aroundAt(): (Span & { distance: number }) | undefined {
    const [word, number, next] = tokens.slice(at, at + 3);
    if (word?.kind !== 'word' || word.text !== 'AROUND' || number?.kind !== 'word') return undefined;
    if (!/^\d{1,4}$/.test(number.text) || (next?.kind !== 'word' && next?.kind !== 'phrase')) return undefined;
    return { distance: Number(number.text), ...spanFrom(word, number) };
  }

  function unary(field: Field | undefined): QueryNode | undefined {
    const token = tokens[at];
    if (!token || (token.kind !== 'minus' && !isOperator('NOT'))) return primary(field);
    at++;
    if (isAtEnd() || isOperator('OR') || isOperator('AND')) throw missingOperand('after', token);
    const member = deeper(() => unary(field), token);
    return member && { kind: 'not', member };
  }

  function primary(field: Field | undefined): QueryNode | undefined {
    const token = tokens[at++];
    switch (token?.kind) {
      case 'open':
        return deeper(() => (token.text === '(' ? group(token, field) : alternatives(token, field)), token);
      case 'field':
        return fieldValue(token, field);
      case 'word':
      case 'phrase':
        return term(token, field);
      default:
        throw badQuery('Something is missing here.', token ?? end);
    }
  }

  function group(open: Token, field: Field | undefined): QueryNode | undefined {
    const node = any(field);
    expectClose(open, ')');
    return node;
  }

  /** `{a b}`: any of the members. AND and OR between them are ignored. */
  function alternatives(open: Token, field: Field | undefined): QueryNode | undefined {
    const members: (QueryNode | undefined)[] = [];
    while (!isAtEnd()) {
      if (isOperator('AND') || isOperator('OR')) at++;
      else members.push(near(field));
    }
    expectClose(open, '}');
    return joined('any', members);
  }

  function fieldValue(token: Token & { kind: 'field' }, outer: Field | undefined): QueryNode | undefined {
    if (outer) {
      throw badQuery(`“${token.field}:” stands inside the brackets of “${outer}:”. Put it behind them.`, token);
    }
    const value = tokens[at];
    const isAdjacent = value?.position === token.position + token.length;
    if (!value || !isAdjacent || !['word', 'phrase', 'open'].includes(value.kind)) {
      throw badQuery(
        `“${token.field}:” needs a value right behind the colon, such as ${exampleFor(token.field)}.`,
        token,
      );
    }
    const begin = terms;
    const node = primary(token.field);
    if (terms === begin)
      throw badQuery(`There is nothing in the brackets of “${token.field}:”.`, spanFrom(token, value));
    return node;
  }

  function term(token: Token & { kind: 'word' | 'phrase' }, field: Field | undefined): QueryNode | undefined {
    if (++terms > maxTerms) throw badQuery(`A query may have ${maxTerms} terms; this is one too many.`, token);
    const column = field && columnOf(field);
    if (field && !column) {
      if (token.text.trim() === '') throw badQuery(`“${field}:” needs a value, such as ${exampleFor(field)}.`, token);
      return { kind: 'filter', filter: filterFrom(field, token.text, token) };
    }
    if (field && !hasWords(token.text)) {
      throw badQuery(`“${field}:” needs a word to look for, such as ${exampleFor(field)}.`, token);
    }
    return (
      (token.kind === 'phrase' ? quotedNear(token.text, column) : undefined) ??
      textNode(token.text, column, token === typed)
    );
  }

  function deeper<T>(read: () => T, { position, length }: Span): T {
    if (++depth > maxDepth)
      throw badQuery(`Brackets may stand ${maxDepth} deep; here it gets deeper.`, { position, length });
    const result = read();
    depth--;
    return result;
  }

  function expectClose(open: Span, bracket: ')' | '}'): void {
    const token = tokens[at];
    if (token?.kind !== 'close') throw badQuery(`This bracket is never closed; “${bracket}” is missing.`, open);
    if (token.text !== bracket) throw badQuery(`“${bracket}” should stand here.`, token);
    at++;
  }

  function expectEnd(): void {
    const token = tokens[at];
    if (token) throw badQuery('No bracket was opened that this one closes.', token);
  }

  function missingOperand(side: 'before' | 'after', token = tokens[at]): Error {
    const name = token?.kind === 'operator' ? token.text : '-';
    const quoted = name === '-' ? '' : ` Write "${name}" in quotes to search for the word.`;
    return badQuery(`Nothing stands ${side} “${name}”.${quoted}`, token ?? end);
  }

  return { any, expectEnd };
}

function spanFrom(first: Span, last: Span): Span {
  return { position: first.position, length: last.position + last.length - first.position };
}

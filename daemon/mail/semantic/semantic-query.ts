import { joined, type QueryNode } from '../query/query-node.ts';

/** The words of a query whose meaning is searched, and the conditions that every hit must satisfy. */
type SemanticQuery = { words: string; filter: QueryNode | undefined };

/**
 * Divides a query: its words without a field are searched by meaning; fields, filters and what is excluded are conditions. Words are
 * empty where there is nothing to search by meaning.
 */
export function semanticQueryOf(node: QueryNode | undefined): SemanticQuery {
  const members = node?.kind === 'all' ? node.members : node ? [node] : [];
  const words = members.map(freeWords);
  return {
    words: words.filter((each) => each !== undefined).join(' '),
    filter: joined(
      'all',
      members.filter((_, at) => words[at] === undefined),
    ),
  };
}

/** The words of a node that consists of words without a field; undefined for every other. */
function freeWords(node: QueryNode): string | undefined {
  switch (node.kind) {
    case 'text':
      return node.column === undefined ? node.text : undefined;
    case 'near':
      return node.column === undefined ? node.texts.join(' ') : undefined;
    case 'all':
    case 'any': {
      const members = node.members.map(freeWords);
      return members.every((member) => member !== undefined) ? members.join(' ') : undefined;
    }
    case 'not':
    case 'filter':
      return undefined;
  }
}

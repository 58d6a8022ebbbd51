import type { ApiDocument, Group, Operation } from './api-document.ts';

export type Found = { groups: readonly Group[]; records: readonly string[] };

/** What of the document has every word of `text`: requests by address, name or sentence; records by name. */
export function matching({ groups, records }: ApiDocument, text: string): Found {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (hay: string) => wanted.every((word) => hay.includes(word));
  const found = groups.map((group) => ({
    ...group,
    operations: group.operations.filter((operation) => has(haystackOf(operation))),
  }));
  return {
    groups: found.filter(({ operations }) => operations.length > 0),
    records: [...records.keys()].filter((name) => has(name.toLowerCase())),
  };
}

function haystackOf({ method, path, id, summary, group, parameters }: Operation): string {
  return [method, path, id, summary, group, ...parameters.map(({ name }) => name)].join(' ').toLowerCase();
}

import type { ImapFlow } from 'imapflow';
import { pathOf } from './mailbox-name.ts';

/** A namespace (RFC 2342): what its folders' names begin with, as the server writes them, and whose they are. */
export type Namespace = { prefix: string; isOwn: boolean };

/** The namespaces a server tells of, the longest prefix first: it decides where one prefix begins another. */
export function namespacesOf({ namespaces }: ImapFlow): Namespace[] {
  const { personal = [], other, shared } = namespaces ?? {};
  const foreign = [...(other || []), ...(shared || [])];
  return [
    ...personal.map(({ prefix }) => ({ prefix, isOwn: true })),
    ...foreign.map(({ prefix }) => ({ prefix, isOwn: false })),
  ].toSorted((a, b) => b.prefix.length - a.prefix.length);
}

/** Whether a folder is the person's own, not other people's or everyone's. */
export function isOwn(namespaces: readonly Namespace[], name: string): boolean {
  return name === 'INBOX' || (namespaces.find(({ prefix }) => name.startsWith(prefix))?.isOwn ?? true);
}

/** The name of a folder at the top, right below INBOX or at the root of an own namespace: there a usual name counts. */
export function rootName(
  namespaces: readonly Namespace[],
  { name, separator }: { name: string; separator: string | undefined },
): string | undefined {
  if (!isOwn(namespaces, name)) return undefined;
  const roots = namespaces
    .filter((namespace) => namespace.isOwn && name.startsWith(namespace.prefix))
    .map(({ prefix }) => prefix);
  const belowInbox = separator !== undefined && name.toUpperCase().startsWith(`INBOX${separator}`);
  const root = roots[0] ? roots[0].length : belowInbox ? 'INBOX'.length + 1 : 0;
  const rest = name.slice(root);
  return separator !== undefined && rest.includes(separator) ? undefined : rest;
}

/** Where a new folder goes: into the person's own namespace, unless its path says which. */
export function newPath(client: ImapFlow, path: string): string {
  const namespaces = namespacesOf(client).filter(({ prefix }) => prefix !== '');
  const hasNamespace = namespaces.some(({ prefix }) => path.startsWith(pathOf(client, prefix)));
  return hasNamespace ? path : `${pathOf(client, client.namespaces?.personal[0]?.prefix ?? '')}${path}`;
}

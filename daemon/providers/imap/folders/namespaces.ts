import type { ImapFlow } from 'imapflow';
import { pathOf } from './mailbox-name.ts';

/** A namespace (RFC 2342): the prefix of its folder names, as the server writes it, and its owner. */
type Namespace = { prefix: string; isOwn: boolean };

/** The namespaces of a server, the longest prefix first, because one prefix may be the beginning of another. */
export function namespacesOf({ namespaces }: ImapFlow): Namespace[] {
  const { personal = [], other, shared } = namespaces ?? {};
  const foreign = [...(other || []), ...(shared || [])];
  return [
    ...personal.map(({ prefix }) => ({ prefix, isOwn: true })),
    ...foreign.map(({ prefix }) => ({ prefix, isOwn: false })),
  ].toSorted((a, b) => b.prefix.length - a.prefix.length);
}

/** Whether a folder is the user's own, not another user's or public. */
export function isOwn(namespaces: readonly Namespace[], name: string): boolean {
  return name === 'INBOX' || (namespaces.find(({ prefix }) => name.startsWith(prefix))?.isOwn ?? true);
}

/** The name of a top-level folder, directly below INBOX or at the root of the user's namespace: usual names count there. */
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

/** The path of a new folder: in the user's own namespace, unless its path names another one. */
export function newPath(client: ImapFlow, path: string): string {
  const namespaces = namespacesOf(client).filter(({ prefix }) => prefix !== '');
  const hasNamespace = namespaces.some(({ prefix }) => path.startsWith(pathOf(client, prefix)));
  return hasNamespace ? path : `${pathOf(client, client.namespaces?.personal[0]?.prefix ?? '')}${path}`;
}

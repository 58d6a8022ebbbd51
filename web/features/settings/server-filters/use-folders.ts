import { useQuery } from '@tanstack/react-query';
import { labelsQuery } from '../../../data/queries/labels.ts';
import { useServices } from '../../../data/services.ts';

export type Folder = { path: string; name: string };

/** Where filters do not put new mail. */
const otherRoles = ['sent', 'drafts', 'all_mail', 'important', 'starred'];

/** A folder whose name the server does not encode correctly begins with this noncharacter; no script can name it. */
const unnamable = '\uFDD0';

/** The folders of an account that filters can move mail to. */
export function useFolders(accountId: string) {
  const { api } = useServices();
  const labels = useQuery(labelsQuery(api)).data?.labels.filter(({ account_id }) => account_id === accountId) ?? [];
  const all: Folder[] = labels
    .filter(({ role, provider_id }) => !otherRoles.includes(role ?? '') && !provider_id.startsWith(unnamable))
    .map(({ provider_id: path, full_name: name }) => ({ path, name }));
  return { all, nameOf: (path: string) => all.find((folder) => folder.path === path)?.name ?? path };
}

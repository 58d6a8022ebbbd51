import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { SidebarItem } from '../../../daemon/contract/shell.ts';
import { IconButton } from '../../design/controls/button.tsx';
import { SavedSearchEditor } from '../lazy-components.ts';
import { lensLink } from '../../data/lens-links.ts';
import { useServices } from '../../data/services.ts';
import { CollapsibleSection } from '../../data/navigation/collapsible-section.tsx';
import { SidebarEntry } from '../../data/navigation/sidebar-item.tsx';
import styles from '../../data/navigation/sidebar.module.css';
import { strings } from '../../i18n/strings.ts';
import { savedSearchesQuery } from '../../features/search/saved/queries.ts';
import { isPinned, lensOf } from '../../features/search/saved/saved-search.ts';
import { SavedSearchMenu } from '../../features/search/saved/saved-search-menu.tsx';
import { SavedSearchIcon } from '../../features/search/saved/saved-search-icon.tsx';

const t = strings.savedSearches;

type SavedSearchesSectionProps = { items: readonly SidebarItem[]; onGo: (() => void) | undefined };

/**
 * Saved searches with the number of their results. `items` come from the shell query, which has the counts. Without one, the
 * searches are not read.
 */
export function SavedSearchesSection({ items, onGo }: SavedSearchesSectionProps) {
  const { api } = useServices();
  const hasAny = items.length > 0;
  const { data: searches = [] } = useQuery({ ...savedSearchesQuery(api), enabled: hasAny });
  const [editor, setEditor] = useState<{ start?: string }>();
  const unreadOf = (name: string) => items.find(({ lens }) => lens.savedSearch === name)?.unread ?? 0;
  if ((!hasAny || searches.length === 0) && !editor) return null;
  return (
    <CollapsibleSection
      id="saved-searches"
      title={t.heading}
      button={
        <IconButton name={t.edit} className={styles['edit']} onClick={() => setEditor({})}>
          <Pencil />
        </IconButton>
      }
    >
      <ul>
        {searches.map((search) => (
          <li key={search.id}>
            <SavedSearchMenu search={search} searches={searches} onChange={() => setEditor({ start: search.name })}>
              <SidebarEntry
                link={lensLink(lensOf(search))}
                name={search.name}
                title={`${search.name}: ${search.query}`}
                customIcon={<SavedSearchIcon icon={search.icon} isPinned={isPinned(search)} />}
                count={unreadOf(search.name)}
                countLabel={strings.sidebar.unread({ count: unreadOf(search.name) })}
                onClick={onGo}
              />
            </SavedSearchMenu>
          </li>
        ))}
      </ul>
      {editor && <SavedSearchEditor start={editor.start} onClose={() => setEditor(undefined)} />}
    </CollapsibleSection>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { SidebarItem } from '../../daemon/contract/shell.ts';
import { IconButton } from '../design/button.tsx';
import { SavedSearchEditor } from '../lazy-parts.ts';
import { lensLink } from '../lens-paths.ts';
import { useParts } from '../parts.ts';
import { FoldedSection } from '../shell/fold.tsx';
import { SidebarPlace } from '../shell/sidebar-item.tsx';
import styles from '../shell/sidebar.module.css';
import { strings } from '../strings.ts';
import { savedSearchesQuery } from './queries.ts';
import { isPinned, lensOf } from './saved-search.ts';
import { SavedSearchMenu } from './saved-search-menu.tsx';
import { SearchMark } from './search-mark.tsx';

const words = strings.savedSearches;

type SavedSearchesSectionProps = { items: readonly SidebarItem[]; onGo: (() => void) | undefined };

/** Saved searches with how much they find. `items` are those of the shell, which has the counts. */
export function SavedSearchesSection({ items, onGo }: SavedSearchesSectionProps) {
  const { api } = useParts();
  const { data: searches = [] } = useQuery(savedSearchesQuery(api));
  const [editor, setEditor] = useState<{ start?: string }>();
  const unreadOf = (name: string) => items.find(({ lens }) => lens.savedSearch === name)?.unread ?? 0;
  if (searches.length === 0 && !editor) return null;
  return (
    <FoldedSection
      id="saved-searches"
      title={words.heading}
      button={
        <IconButton name={words.edit} className={styles['edit']} onClick={() => setEditor({})}>
          <Pencil />
        </IconButton>
      }
    >
      <ul>
        {searches.map((search) => (
          <li key={search.id}>
            <SavedSearchMenu search={search} searches={searches} onChange={() => setEditor({ start: search.name })}>
              <SidebarPlace
                link={lensLink(lensOf(search))}
                name={search.name}
                title={`${search.name}: ${search.query}`}
                mark={<SearchMark icon={search.icon} isPinned={isPinned(search)} />}
                count={unreadOf(search.name)}
                countWords={strings.sidebar.unread({ count: unreadOf(search.name) })}
                onClick={onGo}
              />
            </SavedSearchMenu>
          </li>
        ))}
      </ul>
      {editor && <SavedSearchEditor start={editor.start} onClose={() => setEditor(undefined)} />}
    </FoldedSection>
  );
}

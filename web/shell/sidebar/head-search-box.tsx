import { SearchBox } from '../../features/search/search-box.tsx';
import { useHasSidebar } from './use-has-sidebar.ts';

/** The search in the head of a list, while the sidebar with its search is hidden. */
export function HeadSearchBox() {
  return useHasSidebar() ? null : <SearchBox query="" />;
}

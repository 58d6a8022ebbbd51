import { createContext, type ComponentType, useContext } from 'react';

/** The parts of a page header that other layers provide. */
type PageSlots = {
  /** Opens the sidebar in a narrow window. */
  SidebarButton: ComponentType;
  /** The mail search, where the sidebar with its search is hidden. */
  SearchBox: ComponentType;
};

export const PageSlotsContext = createContext<PageSlots | undefined>(undefined);

export function usePageSlots(): PageSlots {
  const slots = useContext(PageSlotsContext);
  if (!slots) throw new Error('A page was rendered outside of PageSlotsContext.');
  return slots;
}

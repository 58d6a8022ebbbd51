import { useRouter } from '@tanstack/react-router';
import { type ComponentProps, type MouseEvent, useMemo } from 'react';
import { lensLink, threadLink } from '../../lens-links.ts';
import type { Lens } from '../../lens.ts';

type RowLinkProps = ComponentProps<'a'> & { lens: Lens; threadId: string; href: string; isOpen: boolean };

/**
 * The link of a row to its conversation. The links of the router subscribe to every address change, which is too slow for
 * rows that are mounted and removed while scrolling.
 */
export function RowLink({ lens, threadId, href, isOpen, onClick, children, ...rest }: RowLinkProps) {
  const router = useRouter();
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    if (event.defaultPrevented || isForTheBrowser(event)) return;
    event.preventDefault();
    void router.navigate(threadLink(lens, threadId));
  }
  return (
    <a {...rest} href={href} aria-current={isOpen ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  );
}

/** Another tab, another window, or a download. */
function isForTheBrowser({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
}

/** The addresses of a list's conversations. Their common part is computed once. */
export function useThreadHrefs(lens: Lens): (threadId: string) => string {
  const router = useRouter();
  return useMemo(() => {
    const { pathname, searchStr } = router.buildLocation(lensLink(lens));
    return (threadId) => `${pathname}/m/${encodeURIComponent(threadId)}${searchStr}`;
  }, [router, lens]);
}

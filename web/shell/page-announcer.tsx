import { useEffect, useState } from 'react';

/**
 * Announces the page after a navigation, as a browser does after a page load. If the focused element was removed with the
 * previous page, the main landmark takes the focus, so that keys continue to work.
 */
export function PageAnnouncer() {
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    let last = headingOf();
    const observer = new MutationObserver(() => {
      const heading = headingOf();
      // The title also contains the unread count, whose change is no navigation.
      if (heading === undefined || heading === last) return;
      // Screen readers announce the first page themselves.
      if (last !== undefined) {
        setAnnouncement(heading);
        focusMainIfLost();
      }
      last = heading;
    });
    // A change of the title follows each navigation. The title element may be replaced, so the observer watches the head.
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, []);
  return (
    <span role="status" className="visually-hidden">
      {announcement}
    </span>
  );
}

/** The title of the page, not of a conversation that is open beside a list. */
function headingOf(): string | undefined {
  return document.querySelector('main h1')?.textContent?.trim() || undefined;
}

function focusMainIfLost(): void {
  if (document.activeElement === document.body) document.getElementById('mail')?.focus({ preventScroll: true });
}

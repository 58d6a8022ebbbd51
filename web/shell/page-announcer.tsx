import { useEffect, useState } from 'react';

/**
 * Says aloud which page one has come to, as a browser does where a page is loaded. Where what held the focus has gone with
 * the page before, the main part takes it, so that the keys go on from there.
 */
export function PageAnnouncer() {
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    let last = headingOf();
    const observer = new MutationObserver(() => {
      const heading = headingOf();
      // The number of unread messages is in the title, too, and is no page of its own.
      if (heading === undefined || heading === last) return;
      // What is shown first is read out by the browser.
      if (last !== undefined) {
        setAnnouncement(heading);
        focusMainIfLost();
      }
      last = heading;
    });
    // The old title is taken out, and another text put in.
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, []);
  return (
    <span role="status" className="visually-hidden">
      {announcement}
    </span>
  );
}

/** Of the page, not of a conversation that is open beside a list. */
function headingOf(): string | undefined {
  return document.querySelector('main h1')?.textContent?.trim() || undefined;
}

function focusMainIfLost(): void {
  if (document.activeElement === document.body) document.getElementById('mail')?.focus({ preventScroll: true });
}

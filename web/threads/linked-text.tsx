import { Fragment } from 'react';
import { useLinkNote } from '../activity/link-note.ts';
import { linkRuns } from './links.ts';

/** Plain text out of a message, with links that can be followed. */
export function LinkedText({ text, messageId }: { text: string; messageId: string }) {
  const noteLink = useLinkNote(messageId);
  return linkRuns(text).map(({ text: shown, target }, place) =>
    target === undefined ? (
      <Fragment key={place}>{shown}</Fragment>
    ) : (
      <a
        key={place}
        href={target}
        target="_blank"
        rel="noopener noreferrer"
        title={target}
        onClick={() => noteLink(target)}
      >
        {shown}
      </a>
    ),
  );
}

import { Fragment } from 'react';
import { useRecordLinkClick } from '../use-record-link-click.ts';
import { linkRuns } from './links.ts';

/** Plain text of a message, with links. */
export function LinkedText({ text, messageId }: { text: string; messageId: string }) {
  const recordLinkClick = useRecordLinkClick(messageId);
  return linkRuns(text).map(({ text: shown, target }, index) =>
    target === undefined ? (
      <Fragment key={index}>{shown}</Fragment>
    ) : (
      <a
        key={index}
        href={target}
        target="_blank"
        rel="noopener noreferrer"
        title={target}
        onClick={() => recordLinkClick(target)}
      >
        {shown}
      </a>
    ),
  );
}

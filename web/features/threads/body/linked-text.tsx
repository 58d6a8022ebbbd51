import { Fragment } from 'react';
import { withoutTracking } from '../../../data/links/tracking-parameters.ts';
import { strings } from '../../../i18n/strings.ts';
import { useRecordLinkClick } from '../use-record-link-click.ts';
import { useRemovesTracking } from './link-tracking.tsx';
import { linkRuns } from './links.ts';
import styles from './linked-text.module.css';

/** Plain text of a message, with links. */
export function LinkedText({ text, messageId }: { text: string; messageId: string }) {
  const recordLinkClick = useRecordLinkClick(messageId);
  const removesTracking = useRemovesTracking();
  return linkRuns(text).map(({ text: shown, target: sent }, index) => {
    if (sent === undefined) return <Fragment key={index}>{shown}</Fragment>;
    const { address, removed } = removesTracking ? withoutTracking(sent) : { address: sent, removed: [] };
    return (
      <a
        key={index}
        className={styles['link']}
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        title={address}
        data-removed={removed.length > 0 ? strings.reader.trackingRemoved({ count: removed.length }) : undefined}
        onClick={() => recordLinkClick(address)}
      >
        {shown}
      </a>
    );
  });
}

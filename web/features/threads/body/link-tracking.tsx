import { createContext, useContext, useState, type ReactNode } from 'react';
import { trackingIn } from '../../../data/links/message-links.ts';
import { Button } from '../../../design/controls/button.tsx';
import { strings } from '../../../i18n/strings.ts';
import { useViews } from '../view-context.ts';
import styles from './link-tracking.module.css';

const t = strings.reader;

const RemovesTrackingContext = createContext(false);

/** Whether links of the message are opened and copied without parameters that only track. */
export const useRemovesTracking = (): boolean => useContext(RemovesTrackingContext);

/**
 * A message, and below it, where its links (`addresses`) have parameters that only track, how many of them were removed.
 * The user can open and copy the links of this message as they were sent.
 */
export function LinkTracking({ addresses, children }: { addresses: readonly string[]; children: ReactNode }) {
  const { removesTracking } = useViews();
  const [isAsSent, setIsAsSent] = useState(false);
  const { parameters, links } = removesTracking ? trackingIn(addresses) : { parameters: 0, links: 0 };
  return (
    <RemovesTrackingContext value={removesTracking && !isAsSent}>
      {children}
      {parameters > 0 && (
        <p className={styles['note']}>
          {isAsSent ? t.linksAsSent : t.linksCleaned({ count: parameters, links })}{' '}
          <Button look="quiet" onClick={() => setIsAsSent(!isAsSent)}>
            {isAsSent ? t.removeTracking : t.openAsSent}
          </Button>
        </p>
      )}
    </RemovesTrackingContext>
  );
}

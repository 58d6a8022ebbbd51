import { desktopBridge } from '../api/desktop.ts';
import { useDraftRecovery } from '../features/compose/use-draft-recovery.ts';
import { LastViewKeeper } from './lazy-components.ts';
import { Introductions } from './tour/introductions.tsx';
import { LaterAnnouncements } from './later-announcements.tsx';

/** What works beside every page and is not part of the first render. */
export function BackgroundParts() {
  const bridge = desktopBridge();
  useDraftRecovery();
  return (
    <>
      <LaterAnnouncements />
      <Introductions />
      {bridge && <LastViewKeeper bridge={bridge} />}
    </>
  );
}

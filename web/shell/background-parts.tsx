import { desktopBridge } from '../api/desktop.ts';
import { useDraftRecovery } from '../features/compose/use-draft-recovery.ts';
import { Introductions } from './tour/introductions.tsx';
import { LaterAnnouncements } from './later-announcements.tsx';
import { lazyComponent } from '../design/lazy-component.tsx';

/** Only in the window of the desktop app. */
const LastViewKeeper = lazyComponent(async () => (await import('./desktop/last-view-keeper.tsx')).LastViewKeeper);

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

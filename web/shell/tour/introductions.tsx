import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { desktopBridge } from '../../api/desktop.ts';
import { useServices } from '../../data/services.ts';
import { lazyComponent } from '../../design/lazy-component.tsx';
import { strings } from '../../i18n/strings.ts';

const TourCard = lazyComponent(async () => (await import('./tour-card.tsx')).TourCard);
const WhatsNewDialog = lazyComponent(async () => (await import('./whats-new-dialog.tsx')).WhatsNewDialog);

const introductions = ['tour', 'whats-new'] as const;
type Introduction = (typeof introductions)[number];

/** The tour and what is new in this version. Links with their hash open them, on every page. */
export function Introductions() {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [open, setOpen] = useState<Introduction>();
  const asked = introductions.find((each) => each === hash);
  if (asked && asked !== open) setOpen(asked);
  useEffect(() => {
    // A reload of the page shows it no second time.
    if (asked) void navigate({ to: '.', search: true, hash: '', replace: true });
  }, [asked, navigate]);
  useUpdateToast(() => setOpen('whats-new'));
  const close = () => setOpen(undefined);
  if (open === 'tour') return <TourCard onClose={close} />;
  return open === 'whats-new' ? <WhatsNewDialog onClose={close} /> : null;
}

/** After an update of the app, once. */
function useUpdateToast(onOpen: () => void): void {
  const { toasts } = useServices();
  const announce = useEffectEvent((version: string) => {
    const text = strings.whatsNew.updated({ version });
    toasts.show({ tone: 'plain', text, waits: true, button: { label: strings.whatsNew.show, run: onOpen } });
  });
  useEffect(() => {
    const bridge = desktopBridge();
    void bridge?.takeUpdateNote().then(
      (isUpdated) => isUpdated && announce(bridge.version),
      // An app that cannot say so has nothing new to show.
      () => undefined,
    );
  }, []);
}

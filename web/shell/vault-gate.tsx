import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { statusQuery } from '../data/queries/mail.ts';
import { useServices } from '../data/services.ts';
import { lazyComponent } from '../design/lazy-component.tsx';

/** Rarely seen, so it is fetched when it is needed. */
const UnlockDialog = lazyComponent(async () => (await import('../features/vault/unlock-dialog.tsx')).UnlockDialog);

/**
 * Asks for the passphrase when the user opens the page while the passwords are locked, or follows a link with the hash `unlock`.
 * The page does not ask when the user locks the passwords while it is open.
 */
export function VaultGate() {
  const { api } = useServices();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const { data } = useQuery(statusQuery(api));
  const [isAsking, setIsAsking] = useState<boolean>();
  const isLinked = hash === 'unlock';
  const isLocked = data?.vault === 'locked';
  if (data && isAsking === undefined) setIsAsking(isLocked);
  else if (isLinked && isLocked && !isAsking) setIsAsking(true);
  // Unlocked elsewhere: the next lock is not asked about.
  else if (data && !isLocked && isAsking) setIsAsking(false);
  useEffect(() => {
    // A reload of the page asks no second time.
    if (isLinked) void navigate({ to: '.', search: true, hash: '', replace: true });
  }, [isLinked, navigate]);
  if (!isAsking || !isLocked) return null;
  return <UnlockDialog onClose={() => setIsAsking(false)} />;
}

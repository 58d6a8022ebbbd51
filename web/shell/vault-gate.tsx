import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { statusQuery } from '../data/queries/mail.ts';
import { useServices } from '../data/services.ts';
import { UnlockDialog } from '../features/vault/unlock-dialog.tsx';

/**
 * Asks for the passphrase when the page is opened while the passwords are locked, and where a link has the hash `unlock`. It does
 * not ask a user who has just locked them.
 */
export function VaultGate() {
  const { api } = useServices();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const { data } = useQuery(statusQuery(api));
  const [isAsking, setIsAsking] = useState<boolean>();
  const isLinked = hash === 'unlock';
  if (isAsking === undefined && data) setIsAsking(data.vault === 'locked');
  if (isLinked && isAsking === false) setIsAsking(true);
  useEffect(() => {
    // A reload of the page asks no second time.
    if (isLinked) void navigate({ to: '.', search: true, hash: '', replace: true });
  }, [isLinked, navigate]);
  if (!isAsking || data?.vault !== 'locked') return null;
  return <UnlockDialog onClose={() => setIsAsking(false)} />;
}

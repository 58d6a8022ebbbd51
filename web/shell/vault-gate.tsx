import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { statusQuery } from '../data/queries/mail.ts';
import { useServices } from '../data/services.ts';
import { UnlockDialog } from '../features/vault/unlock-dialog.tsx';

/** Asks for the passphrase once, when the page is opened while the passwords are locked. */
export function VaultGate() {
  const { api } = useServices();
  const { data } = useQuery(statusQuery(api));
  const [isPutOff, setIsPutOff] = useState(false);
  if (data?.vault !== 'locked' || isPutOff) return null;
  return <UnlockDialog onClose={() => setIsPutOff(true)} />;
}

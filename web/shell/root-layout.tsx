import { BackgroundParts } from './lazy-components.ts';
import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import type { Reply } from '../api/client.ts';
import { useServices } from '../data/services.ts';
import { accountsQuery } from '../data/queries/mail.ts';
import { Frame } from './frame.tsx';
import { useFocusRecovery } from './use-focus-recovery.ts';
import { PageAnnouncer } from './page-announcer.tsx';

/** Pages that are usable without any mail. */
const pathsWithoutMail = ['/accounts', '/keys', '/sounds', '/diagnostics', '/docs', '/help', '/activity'];

function worksWithoutMail(pathname: string): boolean {
  return [...pathsWithoutMail, '/settings'].some((path) => pathname === path || pathname.startsWith(`${path}/`));
}

/** Every page in its frame, except the welcome page of a user without an account. */
export function RootLayout() {
  useFocusRecovery();
  return (
    <>
      <PageAnnouncer />
      <RootContent />
    </>
  );
}

function isWithoutAccount({ accounts }: Reply<'accounts', 'list'>): boolean {
  return accounts.length === 0;
}

function RootContent() {
  const { api } = useServices();
  const { pathname } = useLocation();
  // The frame does not render again when the accounts are read.
  const { data: hasNoAccount } = useQuery({ ...accountsQuery(api), select: isWithoutAccount });
  if (pathname === '/welcome' || pathname === '/repair') return <Outlet />;
  if (hasNoAccount && !worksWithoutMail(pathname)) return <Navigate to="/welcome" replace />;
  return (
    <>
      <Frame />
      <BackgroundParts />
    </>
  );
}

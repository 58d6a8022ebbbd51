import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { LaterNews } from '../later/news.tsx';
import { useParts } from '../parts.ts';
import { accountsQuery } from '../queries.ts';
import { Frame } from './frame.tsx';

/** Pages that make sense before there is any mail. */
const withoutMail = ['/accounts', '/keys', '/app', '/sounds', '/diagnostics', '/docs', '/activity'];

/** Every page in its frame, but for the first one of somebody who has no account. */
export function Place() {
  const { api } = useParts();
  const { pathname } = useLocation();
  const { data } = useQuery(accountsQuery(api));
  if (pathname === '/welcome') return <Outlet />;
  if (data?.accounts.length === 0 && !withoutMail.includes(pathname) && !pathname.startsWith('/settings'))
    return <Navigate to="/welcome" replace />;
  return (
    <>
      <Frame />
      <LaterNews />
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { LaterNews } from '../later/news.tsx';
import { useParts } from '../parts.ts';
import { accountsQuery } from '../queries.ts';
import { Frame } from './frame.tsx';
import { useKeptFocus } from './kept-focus.ts';
import { PageNews } from './page-news.tsx';

/** Pages that make sense before there is any mail. */
const withoutMail = ['/accounts', '/keys', '/app', '/sounds', '/diagnostics', '/docs', '/help', '/activity'];

function isWithoutMail(pathname: string): boolean {
  return [...withoutMail, '/settings'].some((path) => pathname === path || pathname.startsWith(`${path}/`));
}

/** Every page in its frame, but for the first one of somebody who has no account. */
export function Place() {
  useKeptFocus();
  return (
    <>
      <PageNews />
      <Page />
    </>
  );
}

function Page() {
  const { api } = useParts();
  const { pathname } = useLocation();
  const { data } = useQuery(accountsQuery(api));
  if (pathname === '/welcome') return <Outlet />;
  if (data?.accounts.length === 0 && !isWithoutMail(pathname)) return <Navigate to="/welcome" replace />;
  return (
    <>
      <Frame />
      <LaterNews />
    </>
  );
}

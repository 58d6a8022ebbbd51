import { contentOf, type ContentDeps } from '../attachments/content.ts';
import { forwardedFileFetcher, type FileFetcherDeps, type ForwardedFileFetcher } from './forwarded-file-fetcher.ts';
import { allAccounts } from '../accounts/accounts.ts';

/** What copies the attachments of forwarded mail into their drafts. */
export function forwardedFiles(deps: ContentDeps & Omit<FileFetcherDeps, 'attachmentBytes'>): ForwardedFileFetcher {
  const { db } = deps;
  return forwardedFileFetcher({
    ...deps,
    attachmentBytes: async (attachment) =>
      (await contentOf(deps, { db, accounts: allAccounts(db) }, attachment)).pieces(),
  });
}

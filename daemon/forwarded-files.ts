import { contentOf, type ContentDeps } from './mail/attachments/content.ts';
import {
  forwardedFileFetcher,
  type FileFetcherDeps,
  type ForwardedFileFetcher,
} from './mail/drafts/forwarded-file-fetcher.ts';
import { allAccounts } from './mail/accounts/accounts.ts';

/** What copies the attachments of forwarded mail into their drafts. */
export function forwardedFiles(deps: ContentDeps & Omit<FileFetcherDeps, 'attachmentBytes'>): ForwardedFileFetcher {
  const { db } = deps;
  return forwardedFileFetcher({
    ...deps,
    attachmentBytes: async (attachment) =>
      (await contentOf(deps, { db, accounts: allAccounts(db) }, attachment)).pieces(),
  });
}

import { contentOf, type ContentParts } from './features/attachments/content.ts';
import { fileFetching, type FetchingParts, type FileFetching } from './features/compose/fetching.ts';
import { allAccounts } from './mail/accounts.ts';

/** What copies the attachments of forwarded mail into their drafts. */
export function forwardedFiles(parts: ContentParts & Omit<FetchingParts, 'attachmentBytes'>): FileFetching {
  const { db } = parts;
  return fileFetching({
    ...parts,
    attachmentBytes: async (wanted) => (await contentOf(parts, { db, accounts: allAccounts(db) }, wanted)).pieces(),
  });
}

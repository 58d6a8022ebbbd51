/** The kinds of accounts that sign in with the browser. */
const browserTypes = ['gmail', 'outlook_personal', 'outlook_work'] as const;
type BrowserType = (typeof browserTypes)[number];

export function isBrowserType(type: string | null | undefined): type is BrowserType {
  return browserTypes.some((each) => each === type);
}

/** Whether an account signs in with the browser instead of a password. */
export function signsInWithBrowser({
  sync_kind,
  send_kind,
}: {
  sync_kind: string | null;
  send_kind: string | null;
}): boolean {
  return isBrowserType(sync_kind) || isBrowserType(send_kind);
}

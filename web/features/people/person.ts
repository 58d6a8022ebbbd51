/** Whose page is shown, and in the mail of which account. */
export type Person = { accountId: string; email: string; name: string };

import type { AccountTrouble } from '../../contract/account-setup.ts';

/** The context of a failure. `password` is the password that was sent; it is removed from the server's reply. */
export type TroubleContext = {
  where: AccountTrouble['where'];
  host: string | null;
  port?: number;
  use_tls?: boolean;
  password?: string;
  /** The account signs in with the browser. */
  isBrowserSignIn?: boolean;
};

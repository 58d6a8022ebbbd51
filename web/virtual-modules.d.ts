declare module 'virtual:addresses' {
  /** Request name (`mailbox.list`) to `METHOD /path`, generated at build time from the contract. */
  export const addresses: Record<string, string>;
}

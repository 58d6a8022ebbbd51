/** What somebody writes, as an update sends it. */
export type Fields = {
  to: string;
  cc: string;
  bcc: string;
  subject: string;
  from: string;
  body: string;
  attach: string[];
  signature: string | null;
};

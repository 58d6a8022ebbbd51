/** The protocol spoken over HTTP; clients compare it exactly. */
export const protocolVersion = 4;

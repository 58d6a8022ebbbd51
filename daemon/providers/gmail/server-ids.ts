/**
 * The id of a message or thread as IMAP reports it (X-GM-MSGID, X-GM-THRID): a decimal number, where the API has the same number
 * in hexadecimal. So mail is recognized whichever way it came.
 */
export function serverIdOf(apiId: string): string {
  return /^[1-9a-f][0-9a-f]{11,15}$/.test(apiId) ? BigInt(`0x${apiId}`).toString() : apiId;
}

export function apiIdOf(serverId: string): string {
  return /^[1-9][0-9]{11,19}$/.test(serverId) ? BigInt(serverId).toString(16) : serverId;
}

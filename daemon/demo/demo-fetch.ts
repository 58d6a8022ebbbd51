import { Readable } from 'node:stream';
import type { OutgoingFetch } from '../outgoing/outgoing-fetch.ts';
import { blockedAddress, hostOf, parseWebAddress } from '../outgoing/web-address.ts';
import { createAttachmentFactory } from './attachments.ts';

/**
 * The web of a demo, whose mail comes from invented hosts: each host replies with a drawing, and no network request is made.
 * Throws Failure `blocked_address` for every other host.
 */
export function createDemoFetch(): OutgoingFetch {
  const pictures = createAttachmentFactory();
  return async (address) => {
    const url = parseWebAddress(address);
    if (!hostOf(url).endsWith('.example')) throw blockedAddress('The demo does not use the internet.');
    const { type, bytes } = pictures.picture(url.href.length);
    return { status: 200, type, url: url.href, content: Readable.from([bytes]) };
  };
}

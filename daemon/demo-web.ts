import { Readable } from 'node:stream';
import type { OutgoingFetch } from './outgoing/outgoing-fetch.ts';
import { blocked, hostOf, webAddress } from './outgoing/web-address.ts';
import { openShelf } from './providers/fake/shelf.ts';

/**
 * The web of a demo, whose mail comes from made-up hosts: each answers with a drawing, and nothing is asked of anybody.
 * Throws Failure `blocked_address` for every other host.
 */
export function demoWeb(): OutgoingFetch {
  const shelf = openShelf();
  return async (address) => {
    const url = webAddress(address);
    if (!hostOf(url).endsWith('.example')) throw blocked('A demo asks nothing of the internet.');
    const { type, bytes } = shelf.picture(url.href.length);
    return { status: 200, type, url: url.href, content: Readable.from([bytes]) };
  };
}

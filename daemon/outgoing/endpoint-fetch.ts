import { Failure } from '../base/failure.ts';
import { fetchWith } from './guarded-fetch.ts';
import type { OutgoingFetch, OutgoingRequest } from './outgoing-fetch.ts';
import { resolveWithSystem, type Resolve } from './pinned-connection.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';
import { hostOf } from './web-address.ts';

/** Where a request to an endpoint may go. */
export type EndpointReach = 'this_computer' | 'anywhere';

/** A request to a server that the user named in the settings. Redirects are never followed. */
export type EndpointRequest = Omit<OutgoingRequest, 'maxRedirects'> & { reach: EndpointReach };

/**
 * The access to servers that the user named in the settings, which may be on this computer or in its network. The reach is
 * judged by the address that is connected to, never by the name alone. Throws Failure `not_this_computer` where it is
 * another computer and the request must not leave this one, `unencrypted_endpoint` where text would cross the internet
 * without encryption, `bad_endpoint`, and the failures of `OutgoingFetch`.
 */
export type EndpointFetch = (url: string, request: EndpointRequest) => ReturnType<OutgoingFetch>;

export function endpointFetch({ resolve = resolveWithSystem }: { resolve?: Resolve } = {}): EndpointFetch {
  return (address, { reach, ...request }) => {
    const url = parseEndpoint(address);
    const isAllowed = (connected: string) => {
      if (isLoopbackAddress(connected)) return true;
      if (reach === 'this_computer') throw notThisComputer(url);
      if (url.protocol !== 'https:' && isPublicAddress(connected)) throw unencrypted(url);
      return true;
    };
    return fetchWith({ resolve, isAllowed, parseAddress: parseEndpoint })(address, { ...request, maxRedirects: 0 });
  };
}

/** The parsed address of an endpoint. Throws Failure `bad_endpoint`. */
function parseEndpoint(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (!url || !/^https?:$/.test(url.protocol)) throw badEndpoint('It must begin with http:// or https://.');
  if (url.username || url.password)
    throw badEndpoint('It contains a name or password. Put the key into an environment variable instead.');
  return url;
}

function badEndpoint(why: string): Failure {
  return new Failure('invalid', 'bad_endpoint', `The address of the model’s server can’t be used. ${why}`);
}

function notThisComputer(url: URL): Failure {
  const sentence = `${hostOf(url)} is another computer, and what is known about people stays on this one. Allow it in the settings under AI, or use a model on this computer.`;
  return new Failure('refused', 'not_this_computer', sentence);
}

function unencrypted(url: URL): Failure {
  const sentence = `${hostOf(url)} is reached over the internet without encryption, so no mail is sent there. Use an address that begins with https://.`;
  return new Failure('refused', 'unencrypted_endpoint', sentence);
}

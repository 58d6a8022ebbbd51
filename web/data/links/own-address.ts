/**
 * Whether an address leads to the computer it is opened on, or to this page: programs there, such as Posthorn's own bridge,
 * may trust requests of this browser, so no link of a message leads to them.
 */
export function isOwnAddress(address: string): boolean {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  const name = url.hostname.replace(/\.+$/, '');
  return (
    (typeof location !== 'undefined' && url.origin === location.origin) ||
    /^(?:127\.\d+\.\d+\.\d+|0\.0\.0\.0)$/.test(name) ||
    /^\[::(?:1|ffff:7f[\da-f]{2}:[\da-f]+|ffff:0:0)?\]$/.test(name) ||
    /(?:^|\.)(?:localhost|localhost6?\.localdomain6?)$|^ip6-(?:localhost|loopback)$/.test(name)
  );
}

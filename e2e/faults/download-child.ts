/** Downloads a file as the daemon does, in a process that can be killed: `node download-child.ts URL TARGET`. */
import { downloadFile } from '../../daemon/models/download-file.ts';
import { guardedFetch } from '../../daemon/outgoing/guarded-fetch.ts';

const [url = '', target = ''] = process.argv.slice(2);
const fetch = guardedFetch({ isAllowedAddress: (address) => address === '127.0.0.1' });
const signal = new AbortController().signal;
const { sha256 } = await downloadFile(fetch, {
  url,
  target,
  sha256: null,
  maxBytes: 100_000_000,
  signal,
  onProgress: () => undefined,
});
process.stdout.write(sha256);

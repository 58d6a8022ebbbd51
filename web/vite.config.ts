import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';
import { contract } from '../daemon/contract.ts';
import type { Request } from '../daemon/contract/define.ts';

const moduleName = 'virtual:addresses';

/** Request name to `METHOD /path`, for every row that has an address. Built here, so that no schema and no daemon code enters the bundle. */
export function addresses(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(contract).flatMap(([feature, rows]) =>
      Object.entries(rows as Record<string, Request>).flatMap(([name, { http }]) =>
        http === undefined ? [] : [[`${feature}.${name}`, http]],
      ),
    ),
  );
}

function addressesModule(): Plugin {
  return {
    name: 'addresses',
    resolveId: (id) => (id === moduleName ? `\0${moduleName}` : undefined),
    load: (id) => (id === `\0${moduleName}` ? `export const addresses = ${JSON.stringify(addresses())};` : undefined),
  };
}

// The bridge of a running daemon, for work on the page with `vite web`.
const bridge = process.env['POSTHORN_BRIDGE'] ?? 'http://127.0.0.1:42829';

const forBrowsers = { target: 'es2024', cssTarget: ['chrome130', 'firefox130', 'safari18'], emptyOutDir: true };

/** The viewer of the API as one script and one style, which the bridge writes into the page it answers. */
const viewer: EnvironmentOptions = {
  consumer: 'client',
  build: {
    ...forBrowsers,
    outDir: 'dist/viewer',
    cssCodeSplit: false,
    rolldownOptions: {
      input: join(import.meta.dirname, 'docs/standalone.tsx'),
      output: { format: 'iife', entryFileNames: 'viewer.js', assetFileNames: 'viewer[extname]' },
    },
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), addressesModule()],
  environments: { viewer },
  builder: {
    // One after the other: the page empties the folder that the viewer lies in.
    async buildApp({ build, environments: { client, viewer } }) {
      if (client) await build(client);
      if (viewer) await build(viewer);
    },
  },
  build: {
    ...forBrowsers,
    outDir: 'dist',
    // The page's policy allows no font from a data: address.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { '/api/': { target: bridge, ws: true } } },
});

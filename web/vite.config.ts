import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';
import { contract } from '../daemon/contract.ts';
import type { Request } from '../daemon/contract/define.ts';
import { catalogModulePattern, catalogModules } from './i18n/catalog-modules.ts';

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

/** What browsers ask of a page that can be installed as an app: a manifest, and the icons that the desktop app has. */
function installable(): Plugin {
  const icons = [256, 512].map((size) => ({ size, fileName: `icons/${size}.png` }));
  const manifest = {
    id: '/',
    name: 'Posthorn',
    short_name: 'Posthorn',
    description: 'Your mail, on your computer.',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#FBF8F2',
    theme_color: '#FBF8F2',
    icons: icons.map(({ size, fileName }) => ({ src: `/${fileName}`, sizes: `${size}x${size}`, type: 'image/png' })),
    shortcuts: [
      { name: 'Write', url: '/compose' },
      { name: 'Inbox', url: '/inbox' },
    ],
  };
  return {
    name: 'installable',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: '/manifest.webmanifest' }, injectTo: 'head' },
    ],
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source: JSON.stringify(manifest) });
      for (const { size, fileName } of icons) {
        const source = readFileSync(join(import.meta.dirname, `../resources/icons/app/${size}x${size}.png`));
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}

const bootstrapFile = join(import.meta.dirname, 'shell/bootstrap.ts');

/** What asks for the first mail is a script of its own: it runs while the rest of the page is read, and is named before it. */
function preloadsBootstrap(): Plugin {
  return {
    name: 'asks-ahead',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const built = Object.values(bundle);
        const script = built.find((each) => each.type === 'chunk' && each.moduleIds.includes(bootstrapFile));
        const fontFile = built.find(({ fileName }) => /figtree-latin-wght-normal-[^/]*\.woff2$/.test(fileName));
        if (!script || !fontFile) throw new Error('The page lacks its first script or its typeface.');
        const src = `/${script.fileName}`;
        const font = {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          href: `/${fontFile.fileName}`,
          crossorigin: true,
        };
        return [
          { tag: 'script', attrs: { type: 'module', async: true, crossorigin: true, src }, injectTo: 'head-prepend' },
          // Drawn with another typeface first, the page would be laid out twice.
          { tag: 'link', attrs: font, injectTo: 'head' },
        ];
      },
    },
  };
}

const preloadedModules =
  /[\\/](search-page|palette|row-menu|action-menu|shortcuts-dialog|bulk-confirm-dialog|label-editor|saved-search-editor)\.tsx$/;

/**
 * All that the page is drawn with at first in one file, and what runs before it in another; two more for what is fetched
 * as soon as that is painted. The rest is fetched where it is wanted, in files as the bundler cuts them.
 */
const codeSplitting = {
  groups: [
    // Each with what it imports, and what came into none before it.
    { name: 'first', test: (id: string) => id === bootstrapFile, priority: 4 },
    { name: 'page', tags: ['$initial' as const], priority: 3 },
    { name: 'words', test: catalogModulePattern, priority: 2 },
    { name: 'reader', test: /[\\/]threads[\\/]open-thread\.tsx$/, priority: 1 },
    { name: 'soon', test: preloadedModules, priority: 0 },
  ],
};

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
    chunkSizeWarningLimit: 1800,
    rolldownOptions: {
      input: join(import.meta.dirname, 'features/docs/standalone.tsx'),
      output: { format: 'iife', entryFileNames: 'viewer.js', assetFileNames: 'viewer[extname]' },
    },
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [catalogModules(), react(), addressesModule(), installable(), preloadsBootstrap()],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting } } } },
    viewer,
  },
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
    // The viewer of the API comes as one file, which is fetched where it is opened.
    chunkSizeWarningLimit: 1800,
  },
  server: { proxy: { '/api/': { target: bridge, ws: true } } },
});

import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type CSSOptions, type EnvironmentOptions, type Plugin } from 'vite';
import { contract } from '../daemon/contract.ts';
import type { Request } from '../daemon/contract/define.ts';
import { catalogModulePattern, catalogModules } from './i18n/catalog-modules.ts';

const moduleName = 'virtual:addresses';

/**
 * Request name to `METHOD /path`, for every row with an address that the page may send. Generated here, so that the bundle
 * contains no schema and no daemon code.
 */
export function addresses(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(contract).flatMap(([feature, rows]) =>
      Object.entries(rows as Record<string, Request>).flatMap(([name, { http, notInPage }]) =>
        http === undefined || notInPage ? [] : [[`${feature}.${name}`, http]],
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

/** The files of an installable web app: a manifest, and the icons of the desktop app. */
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

/**
 * The script that requests the first mail is separate: it runs while the rest of the page loads, and its tag comes first.
 */
function preloadsBootstrap(): Plugin {
  return {
    name: 'preloads-bootstrap',
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
          // A fallback typeface would cause a second layout.
          { tag: 'link', attrs: font, injectTo: 'head' },
        ];
      },
    },
  };
}

/** Vite calls the function of this module for each `import()` with the name of its styles. */
const preloadHelper = '\0vite/preload-helper.js';
const loaderFile = join(import.meta.dirname, 'api/load-chunk.ts');

/** Parts of the page are fetched by our own function, which retries while the daemon restarts. */
function retriesChunks(): Plugin {
  return {
    name: 'retries-chunks',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) =>
      id === preloadHelper ? `export { loadChunk as __vitePreload } from ${JSON.stringify(loaderFile)};` : undefined,
    generateBundle(_options, bundle) {
      const isUsed = Object.values(bundle).some((each) => each.type === 'chunk' && each.moduleIds.includes(loaderFile));
      if (!isUsed) this.error('The page fetches its parts without load-chunk.ts: Vite has renamed its own function.');
    },
  };
}

const modulesNamed = (...names: string[]) => new RegExp(`[\\\\/](?:${names.join('|')})\\.tsx$`);

/** What the page fetches while it is idle after the first paint, besides the conversation. */
const preloadedModules = modulesNamed(
  'search-page',
  'palette',
  'row-menu',
  'selection-bar',
  'action-menu',
  'status-detail',
  'find-bar',
  'occasional-entries',
  'more-pages',
  'local-page-bar',
  'background-parts',
);

/** Parts of the pages with mail that are rarely shown. */
const rareModules = modulesNamed(
  'invite-card',
  'source-view',
  'headers-dialog',
  'image-allowances-dialog',
  'unsubscribe-dialog',
  'similar-dialog',
  'why-dialog',
  'why-here-dialog',
  'preview-dialog',
  'app-file-menu',
  'label-editor',
  'block-dialog',
  'saved-search-editor',
  'shortcuts-dialog',
  'bulk-confirm-dialog',
  'selection-summary',
);

/**
 * Chunks: one file with everything that the first render needs, and one that runs before it; two more for what is fetched
 * right after the first paint; and one each for Now, rare parts, demos and the tour. Each contains its texts. The rest is
 * fetched on demand, in the chunks of the bundler, and its texts are one file: there are more of them than pages.
 */
const codeSplitting = {
  groups: [
    // Each group includes its imports, except those that an earlier group contains.
    { name: 'first', test: (id: string) => id === bootstrapFile, priority: 6 },
    { name: 'page', tags: ['$initial' as const], priority: 5 },
    { name: 'reader', test: modulesNamed('open-thread', 'dialog'), priority: 4 },
    { name: 'soon', test: preloadedModules, priority: 3 },
    { name: 'now', test: modulesNamed('now-page'), priority: 2 },
    { name: 'rare', test: rareModules, priority: 1 },
    { name: 'demo', test: modulesNamed('demo-panel', 'demo-bar'), priority: 1 },
    { name: 'tour', test: modulesNamed('tour-card', 'whats-new-dialog'), priority: 1 },
    { name: 'words', test: catalogModulePattern, priority: 0 },
  ],
};

/** Rules that a CSS module composes from another file have no file name, and Vite would warn about them. */
const css: CSSOptions = {
  postcss: {
    plugins: [
      {
        postcssPlugin: 'composed-rules',
        OnceExit(root) {
          root.walkDecls((declaration) => {
            if (!declaration.source?.input.file) declaration.source = root.source;
          });
        },
      },
    ],
  },
};

// The bridge of a running daemon, for development with `vite web`.
const bridge = process.env['POSTHORN_BRIDGE'] ?? 'http://127.0.0.1:42829';

const forBrowsers = { target: 'es2024', cssTarget: ['chrome130', 'firefox130', 'safari18'], emptyOutDir: true };

/** The API viewer as one script and one style, which the bridge writes into its reply. */
const viewer: EnvironmentOptions = {
  consumer: 'client',
  build: {
    ...forBrowsers,
    outDir: 'dist/viewer',
    cssCodeSplit: false,
    rolldownOptions: {
      input: join(import.meta.dirname, 'features/docs/standalone.tsx'),
      output: { format: 'iife', entryFileNames: 'viewer.js', assetFileNames: 'viewer[extname]' },
    },
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [catalogModules(), react(), addressesModule(), installable(), preloadsBootstrap(), retriesChunks()],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting } } } },
    viewer,
  },
  css,
  builder: {
    // In sequence, because the build of the page empties the folder that contains the viewer.
    async buildApp({ build, environments: { client, viewer } }) {
      if (client) await build(client);
      if (viewer) await build(viewer);
    },
  },
  build: {
    ...forBrowsers,
    outDir: 'dist',
    // The content security policy of the page allows no fonts from data: addresses.
    assetsInlineLimit: 0,
    modulePreload: {
      // A page that is fetched on demand names its styles in advance, but not its scripts: their names would double the list in
      // the first load, and the daemon is on this computer.
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'js' ? dependencies.filter((each) => each.endsWith('.css')) : dependencies,
    },
    chunkSizeWarningLimit: 900,
  },
  server: { proxy: { '/api/': { target: bridge, ws: true } } },
});

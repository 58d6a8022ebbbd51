/**
 * `npm run build`: bundles the app, the daemon, its bridge and its workers as plain JavaScript in `dist/bundle`, which
 * starts faster, needs less memory, and is what is packed. The licences of all bundled packages, and the list of them, are
 * written beside them.
 * An argument names another folder in `dist`.
 *
 * The modules are CommonJS. A module that imports `node:http` as an ES module also gets all its exports, and one of them
 * loads the whole of undici: 40 ms and 10 MB in each thread. Node also loads CommonJS with less work.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import { addresses } from './daemon/addresses.ts';
import { licenceTexts } from './licences.mjs';
import { billOfMaterials } from './sbom.mjs';

const root = import.meta.dirname;
const folder = join(root, 'dist', process.argv[2] ?? 'bundle');

const workers = readdirSync(join(root, 'daemon', 'workers'))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => basename(name, '.ts'));

await write(
  {
    input: {
      headless: 'headless.ts',
      posthorn: 'daemon/fronts/cli.ts',
      main: 'electron/main.ts',
      utility: 'electron/utility.ts',
      'worker-host': 'electron/worker-host.ts',
      ...Object.fromEntries(workers.map((name) => [`workers/${name}`, `daemon/workers/${name}.ts`])),
    },
    // Native modules, and a module that starts the programs it ships, stay where npm put them.
    external: ['electron', 'better-sqlite3', 'keytar', 'node-notifier', 'onnxruntime-node'],
    plugins: [
      addressesAsValue(),
      clientsOfBuild(),
      contractsOnDemand(),
      safetyCheckOnDemand(),
      publicSuffixesOnDemand(),
      mediaTypesAsValue(),
      narrowSources(),
    ],
  },
  {
    format: 'cjs',
    entryFileNames: '[name].cjs',
    // Beside the entry, so that every chunk finds a worker at the same path.
    chunkFileNames: 'chunk-[name]-[hash].cjs',
    comments: false,
    cleanDir: true,
  },
);

writeFileSync(join(folder, 'licences.txt'), licenceTexts(root));
writeFileSync(join(folder, 'sbom.cdx.json'), billOfMaterials(root));

// The preload script of the page runs in a sandbox without modules: one file, in CommonJS.
const preload = 'electron/preload.ts';
if (!existsSync(join(root, preload))) throw new Error(`${preload} is missing, without which the window has no rights.`);
await write({ input: { preload }, external: ['electron'] }, { format: 'cjs', entryFileNames: '[name].cjs' });

/** The addresses of all requests, so that the bridge starts without the contract. */
function addressesAsValue() {
  return {
    name: 'addresses-as-value',
    load: {
      filter: { id: /\/daemon\/addresses\.ts$/ },
      handler: () => `export const addresses = ${JSON.stringify(addresses)};`,
    },
  };
}

/** The OAuth clients that the environment of the build names; the environment of a user changes nothing. */
function clientsOfBuild() {
  const names = ['POSTHORN_GOOGLE_CLIENT_ID', 'POSTHORN_GOOGLE_CLIENT_SECRET', 'POSTHORN_MICROSOFT_CLIENT_ID'];
  const values = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  return {
    name: 'clients-of-build',
    transform: {
      filter: { id: /\/daemon\/oauth\/bundled-clients\.ts$/ },
      handler: (code, id) => replaceOnce(code, '= process.env;', `= ${JSON.stringify(values)};`, id),
    },
  };
}

/**
 * The contract of a feature is evaluated when its requests are first read. All contracts together are thousands of
 * schemas, which each thread would otherwise make at its start.
 */
function contractsOnDemand() {
  return {
    name: 'contracts-on-demand',
    transform: {
      filter: { id: /\/daemon\/features\/[^/]+\/feature\.ts$/ },
      handler(code, id) {
        const [imported, name] = /^import \{ (\w+Requests) \} from '\.\/contract\.ts';$/m.exec(code) ?? [];
        const property = `  requests: ${name},`;
        const getter = `  get requests() { return require('./contract.ts').${name}; },`;
        if (!imported) throw new Error(`${id} must import its requests, and only them, from ./contract.ts.`);
        return replaceOnce(code, property, getter, id).replace(
          imported,
          `import type { ${name} } from './contract.ts';`,
        );
      },
    },
  };
}

/** The check of outgoing mail, with its reader of HTML, is evaluated with the first message that is checked. */
function safetyCheckOnDemand() {
  const imported = "import { checkDraft } from '../safety-check/check.ts';";
  const onDemand = "const checkDraft = (...given) => require('../safety-check/check.ts').checkDraft(...given);";
  return {
    name: 'safety-check-on-demand',
    transform: {
      filter: { id: /\/daemon\/mail\/outbox\/create-sending-service\.ts$/ },
      handler: (code, id) => replaceOnce(code, imported, onDemand, id),
    },
  };
}

/** The list of public suffixes is evaluated with the first link or domain that is looked at. */
function publicSuffixesOnDemand() {
  return {
    name: 'public-suffixes-on-demand',
    transform: {
      filter: { id: /\/daemon\/mail\/(?:html\/links|authentication\/organizations)\.ts$/ },
      handler: (code, id) =>
        replaceOnce(
          code,
          "import { parse } from 'tldts';",
          "const parse = (...given) => require('tldts').parse(...given);",
          id,
        ),
    },
  };
}

/** The tables that `mime-types`, which Express uses, computes from its list of all media types when it is loaded. */
function mediaTypesAsValue() {
  return {
    name: 'media-types-as-value',
    transform: {
      filter: { id: /\/node_modules\/mime-types\/index\.js$/ },
      handler(code, id) {
        const load = createRequire(id);
        const { extensions, types } = load(id);
        const withCharset = Object.entries(load('mime-db')).filter(([, { charset }]) => charset !== undefined);
        const charsets = Object.fromEntries(withCharset.map(([type, { charset }]) => [type, { charset }]));
        // The tables of the package have no prototype.
        const tables = Object.entries({ extensions, types })
          .map(([name, table]) => `Object.assign(exports.${name}, ${JSON.stringify(table)});`)
          .join('\n');
        const withTables = replaceOnce(code, 'populateMaps(exports.extensions, exports.types)', tables, id);
        return replaceOnce(withTables, "require('mime-db')", JSON.stringify(charsets), id);
      },
    },
  };
}

function replaceOnce(code, part, replacement, id) {
  if (code.split(part).length !== 2) throw new Error(`${id} must contain exactly once: ${part}`);
  return code.replace(part, () => replacement);
}

/**
 * V8 keeps a source with two bytes for each character if one of them is beyond Latin-1. Such characters are escaped where
 * that makes the source smaller in memory. Outside comments they occur only in literals.
 */
function narrowSources() {
  return {
    name: 'narrow-sources',
    generateBundle(_options, files) {
      for (const file of Object.values(files)) if (file.type === 'chunk') file.code = narrowed(file.code);
    },
  };
}

function narrowed(code) {
  const wideCount = (code.match(/[^\0-\xff]/g) ?? []).length;
  if (wideCount * 5 > code.length) return code;
  // An escaped character is matched with its backslash, which means nothing before a character beyond Latin-1.
  return code.replace(/\\[\s\S]|[^\0-\xff]/g, (match) =>
    match.length === 2 && match[1] <= '\xff'
      ? match
      : `\\u${match
          .charCodeAt(match.length - 1)
          .toString(16)
          .padStart(4, '0')}`,
  );
}

async function write(input, output) {
  const bundle = await rolldown({ cwd: root, platform: 'node', ...input });
  await bundle.write({ dir: folder, ...output });
  await bundle.close();
}

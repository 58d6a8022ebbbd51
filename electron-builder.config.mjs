/**
 * The part of electron-builder.yml that depends on the environment and the system. Signing secrets and the address of
 * updates come from the environment; without them a build is unsigned, says so, and never updates itself.
 */
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Arch } from 'builder-util';

const { env, platform } = process;

const isMacSigned = has('CSC_LINK', 'CSC_KEY_PASSWORD', 'APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER');
const isAzureSigned = has('AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_SIGN_ENDPOINT', 'AZURE_SIGN_ACCOUNT');
const isWindowsSigned = isAzureSigned || has('WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD');
// Each system's packages are signed on that system. AppImage and deb have no signature that the app could check.
const isSigned = { darwin: isMacSigned, win32: isWindowsSigned }[platform] ?? false;
const feed = updateFeed();

/**
 * The packages that the bundle leaves where npm put them; of all others the bundle contains what it needs. node-notifier is
 * missing: only a daemon without the app shows notifications by it.
 */
const packages = [
  'better-sqlite3',
  'keytar',
  // What else it names as dependencies is for its installation.
  'onnxruntime-common',
  'onnxruntime-node',
];

/** Files for other systems only. Packages are made on their own system, where the keychain's module was built. */
const otherSystems = {
  linux: [
    '!node_modules/better-sqlite3/prebuilds/!(linux-${arch}.node)',
    // Loaders of the files above, one for each system. The usual entry finds its file by itself.
    '!node_modules/better-sqlite3/lib/*-*64.js',
    '!node_modules/onnxruntime-node/bin/napi-v6/!(linux){,/**}',
    '!node_modules/onnxruntime-node/bin/napi-v6/linux/!(${arch}){,/**}',
  ],
  darwin: [
    '!node_modules/better-sqlite3/prebuilds/!(darwin-*.node)',
    '!node_modules/onnxruntime-node/bin/napi-v6/!(darwin){,/**}',
  ],
  win32: [
    '!node_modules/better-sqlite3/prebuilds/!(win32-${arch}.node)',
    '!node_modules/onnxruntime-node/bin/napi-v6/!(win32){,/**}',
    '!node_modules/onnxruntime-node/bin/napi-v6/win32/!(${arch}){,/**}',
    // Only for graphics processors, which are not used.
    '!node_modules/onnxruntime-node/bin/**/{DirectML,dxcompiler,dxil}.dll',
  ],
};

export default {
  extraMetadata: {
    main: 'dist/bundle/main.cjs',
    // Debian packages must name a home page and a maintainer; a build that is not a release names none that exists.
    homepage: env.GITHUB_REPOSITORY ? `https://github.com/${env.GITHUB_REPOSITORY}` : 'https://posthorn.invalid',
    desktopName: 'posthorn.desktop',
    // The updater reads these: it installs only what is signed, and verifies the feed with the key.
    posthorn: { signed: isSigned, feed: feed && feedOf(feed) },
  },
  files: [
    'package.json',
    'LICENSE',
    'dist/bundle/**',
    'web/dist/**',
    'resources/{chimes,icons,locales,pages}/**',
    '!resources/**/*.ts',
    `!node_modules/!(${packages.join('|')}){,/**}`,
    // Only the executable files of these packages: their licences are in dist/bundle/licences.txt.
    '!node_modules/**/*.{md,markdown,ts,mts,cts,map,c,h,cpp,gyp,gypi,sh,patch,tgz,yml}',
    '!node_modules/**/{test,tests,example,examples,docs,bench}{,/**}',
    '!node_modules/better-sqlite3/{deps,src}{,/**}',
    '!node_modules/onnxruntime-node/{lib,script,node_modules}{,/**}',
    '!node_modules/onnxruntime-common/{lib,dist/esm}{,/**}',
    '!node_modules/keytar/!(build|lib|package.json){,/**}',
    '!node_modules/keytar/build/!(Release){,/**}',
    '!node_modules/keytar/build/Release/!(keytar.node){,/**}',
    '!**/node_modules/.bin{,/**}',
    ...otherSystems[platform],
  ],
  electronFuses: { resetAdHocDarwinSignature: !isMacSigned },
  publish: feed,
  // A release that could not be signed must fail.
  forceCodeSigning: isSigned,
  beforePack: placeKeychain,
  afterPack: reportSignature,
  linux: { maintainer: `The Posthorn authors <${env.POSTHORN_MAINTAINER || 'packages@posthorn.invalid'}>` },
  mac: {
    // Without a certificate an ad-hoc signature, because arm64 runs no unsigned program.
    ...(isMacSigned ? {} : { identity: '-' }),
    hardenedRuntime: isMacSigned,
    notarize: isMacSigned,
  },
  ...(isAzureSigned && {
    win: {
      azureSignOptions: {
        publisherName: env.AZURE_SIGN_PUBLISHER,
        endpoint: env.AZURE_SIGN_ENDPOINT,
        codeSigningAccountName: env.AZURE_SIGN_ACCOUNT,
        certificateProfileName: env.AZURE_SIGN_PROFILE,
      },
    },
  }),
};

/** The address at which the app looks for newer versions; null for a build that never does. */
function updateFeed() {
  const { POSTHORN_UPDATE_URL: url, POSTHORN_UPDATE_REPOSITORY: repository } = env;
  if (url) return { provider: 'generic', url };
  if (!repository) return null;
  const [owner, repo] = repository.split('/');
  return { provider: 'github', owner, repo, releaseType: 'draft' };
}

/**
 * Puts the keychain's module for the processor of this package into its place, if modules for several were built into
 * `dist/keychain/PLATFORM-ARCH.node`.
 */
function placeKeychain({ electronPlatformName, arch }) {
  const root = import.meta.dirname;
  const built = join(root, 'dist', 'keychain', `${electronPlatformName}-${Arch[arch]}.node`);
  if (!existsSync(built)) return;
  const place = join(root, 'node_modules', 'keytar', 'build', 'Release', 'keytar.node');
  mkdirSync(dirname(place), { recursive: true });
  copyFileSync(built, place);
}

/** Where the app finds the signed feed of a version, and the user the packages. */
function feedOf(publish) {
  const key = env.POSTHORN_UPDATE_PUBLIC_KEY;
  const github = `https://github.com/${publish.owner}/${publish.repo}/releases`;
  const addresses =
    publish.provider === 'github'
      ? { url: `${github}/download/v{version}/`, page: `${github}/latest` }
      : { url: publish.url, page: env.POSTHORN_UPDATE_PAGE || publish.url };
  return { ...addresses, ...(key && { key }) };
}

function reportSignature({ electronPlatformName, packager }) {
  const { version } = packager.appInfo;
  const what = isSigned ? 'will be signed' : 'is not signed, so it installs no updates';
  process.stdout.write(`Posthorn ${version} for ${electronPlatformName} ${what}.\n`);
}

function has(...names) {
  return names.every((name) => Boolean(env[name]));
}

/** `[updates]` of config.toml: whether the app looks for newer versions, and downloads them. */
export type UpdatePolicy = {
  /** `ask`: the user has not been asked yet, and nothing is looked for. */
  check: 'ask' | 'daily' | 'never';
  download: boolean;
};

/** How this build is updated, as the system and the packages allow. */
export type UpdateMode =
  | { kind: 'install'; host: string }
  /** It looks for newer versions, and `page` is where the user gets them. */
  | { kind: 'check_only'; host: string; page: string }
  | { kind: 'off'; reason: string };

/** What electron-builder writes into `package.json` of a package. */
export type PackageManifest = {
  posthorn?: {
    /** Whether the program is signed. */
    signed?: boolean;
    feed?: {
      /** The address of the folder with the feed, with `{version}` for that of a release. */
      url: string;
      /** The public key of the feed's signature: Ed25519, SPKI in DER, base64. */
      key?: string;
      /** Where the user gets the packages. */
      page: string;
    } | null;
  };
};

/**
 * Whether this build updates itself. `isFlatpak` and the like are updated by the system. On Linux nothing verifies a package
 * before it is installed, so the app only says that there is a newer one.
 */
export function updateMode({
  isPackaged,
  platform,
  manifest,
  env,
}: {
  isPackaged: boolean;
  platform: NodeJS.Platform;
  manifest: PackageManifest;
  env: Readonly<Record<string, string | undefined>>;
}): UpdateMode {
  const off = (reason: string): UpdateMode => ({ kind: 'off', reason });
  if (!isPackaged) return off('Posthorn is running from its source folder. To update it, update that folder.');
  if (env['FLATPAK_ID'] || env['SNAP']) return off('Posthorn is updated by the software center of your system.');
  const { feed, signed } = manifest.posthorn ?? {};
  if (!feed) return off('This copy of Posthorn has no update server. Install a newer version to update.');
  const { host } = new URL(feed.url);
  const canInstall = platform !== 'linux' && signed === true && feed.key !== undefined;
  return canInstall ? { kind: 'install', host } : { kind: 'check_only', host, page: feed.page };
}

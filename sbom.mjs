/** The bill of materials of the packed app (CycloneDX 1.6): every package that it contains, and Electron. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { manifestIn, packageFolders } from './licences.mjs';

/** A JSON text. The same packages give the same text. */
export function billOfMaterials(root) {
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const folders = [...packageFolders(root), join(root, 'node_modules', 'electron')];
  const components = folders.map((folder) => {
    const integrity = locked[relative(root, folder).replaceAll('\\', '/')]?.integrity;
    return componentOf(manifestIn(folder), integrity);
  });
  const unique = [...new Map(components.map((component) => [component['bom-ref'], component])).values()];
  const { name, version, license } = manifestIn(root);
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': `${name}@${version}`, name, version, ...licensesOf(license) },
    },
    components: unique.toSorted((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)),
  };
  return `${JSON.stringify(bom, null, 1)}\n`;
}

/** `integrity` is that of package-lock.json: an algorithm and the base64 of its digest. */
function componentOf({ name, version, license }, integrity) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const [, digest] = /^sha512-(.+)$/.exec(integrity ?? '') ?? [];
  return {
    type: name === 'electron' ? 'framework' : 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...licensesOf(license),
    ...(digest && { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }),
  };
}

/** An SPDX expression covers single licences, too. */
function licensesOf(license) {
  return typeof license === 'string' ? { licenses: [{ expression: license }] } : {};
}

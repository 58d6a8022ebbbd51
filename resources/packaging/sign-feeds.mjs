/**
 * `node resources/packaging/sign-feeds.mjs FOLDER`: signs each feed of updates (latest*.yml) with the release key, into a file
 * beside it that ends with .sig. POSTHORN_UPDATE_PRIVATE_KEY is the key: Ed25519, PKCS #8 in DER, base64.
 * `node resources/packaging/sign-feeds.mjs --new-key` prints a new pair of keys.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = 'dist/packages'] = process.argv.slice(2);
const publicForm = { format: 'der', type: 'spki' };
const privateForm = { format: 'der', type: 'pkcs8' };

if (folder === '--new-key') printNewKeys();
else signFeeds();

function printNewKeys() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  process.stdout.write(`POSTHORN_UPDATE_PUBLIC_KEY=${publicKey.export(publicForm).toString('base64')}\n`);
  process.stdout.write(`POSTHORN_UPDATE_PRIVATE_KEY=${privateKey.export(privateForm).toString('base64')}\n`);
}

function signFeeds() {
  const { POSTHORN_UPDATE_PRIVATE_KEY: secret, POSTHORN_UPDATE_PUBLIC_KEY: wanted } = process.env;
  if (!secret) throw new Error('POSTHORN_UPDATE_PRIVATE_KEY is not set.');
  const key = createPrivateKey({ key: Buffer.from(secret, 'base64'), ...privateForm });
  const own = createPublicKey(key).export(publicForm).toString('base64');
  // A feed that the packages do not accept must not be published.
  if (wanted && wanted !== own) throw new Error('The private key does not belong to POSTHORN_UPDATE_PUBLIC_KEY.');
  const feeds = readdirSync(folder).filter((name) => /^latest.*\.yml$/.test(name));
  if (feeds.length === 0) throw new Error(`There is no feed in ${folder}.`);
  for (const feed of feeds) {
    const signature = sign(null, readFileSync(join(folder, feed)), key).toString('base64');
    writeFileSync(join(folder, `${feed}.sig`), `${signature}\n`);
  }
  process.stdout.write(`Signed ${feeds.join(', ')}.\n`);
}

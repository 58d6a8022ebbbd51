import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';

/**
 * The parameters of scrypt (RFC 7914). With N = 131072 and r = 8 one attempt takes 128 MB of memory and some tenths of a
 * second.
 */
type KeyDerivation = { readonly N: number; readonly r: number; readonly p: number; readonly salt: string };

/** The largest N that is computed. A file that asks for more is damaged, or another program has changed it. */
export const maxDerivationN = 2 ** 20;

const usualN = 2 ** 17;

/** New parameters, with a salt of its own for each file. Tests choose a smaller N. */
export function newDerivation(N: number = usualN): KeyDerivation {
  return { N, r: 8, p: 1, salt: randomBytes(32).toString('base64') };
}

/** A text that is encrypted with AES-256-GCM: nonce, ciphertext and tag, in Base64. */
type SealedText = { readonly nonce: string; readonly data: string; readonly tag: string };

/** The key of a passphrase, 32 bytes. The same passphrase typed on another keyboard may have other code points: NFKC. */
export async function deriveKey(passphrase: string, { N, r, p, salt }: KeyDerivation): Promise<Buffer> {
  const options = { N, r, p, maxmem: 128 * N * r + 32 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), 32, options, (failed, key) =>
      failed ? reject(failed) : resolve(key),
    );
  });
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts a text. `name` is authenticated with it, so that it cannot be read under another name. */
export function sealText(key: Buffer, name: string, text: string): SealedText {
  const nonce = randomBytes(nonceBytes);
  const encryption = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(associated(name));
  const data = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()]);
  const tag = encryption.getAuthTag();
  return { nonce: nonce.toString('base64'), data: data.toString('base64'), tag: tag.toString('base64') };
}

/** The text; undefined if the key or the name is another one, or a byte was changed. */
export function openText(key: Buffer, name: string, { nonce, data, tag }: SealedText): string | undefined {
  try {
    const decryption = createDecipheriv(cipher, key, Buffer.from(nonce, 'base64'), { authTagLength: tagBytes })
      .setAAD(associated(name))
      .setAuthTag(Buffer.from(tag, 'base64'));
    return Buffer.concat([decryption.update(data, 'base64'), decryption.final()]).toString('utf8');
  } catch {
    // OpenSSL says only that it did not work.
    return undefined;
  }
}

function associated(name: string): Buffer {
  return Buffer.from(`posthorn vault 1 ${name}`);
}

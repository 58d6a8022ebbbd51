import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Certificate = { key: string; cert: string; caFile: string; remove(): void };

/** Why no certificate can be made on this machine, as a reason to skip; undefined if it can. */
export function certificateMissing(): string | undefined {
  const found = spawnSync('openssl', ['version']);
  return found.status === 0 ? undefined : 'peer: openssl is not here, which makes the test server its certificate.';
}

/** A certificate in a temporary folder. */
export function makeCertificate(): Certificate {
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-certificate-'));
  const { keyFile, caFile } = writeCertificate(dir);
  const remove = () => rmSync(dir, { recursive: true, force: true });
  return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(caFile, 'utf8'), caFile, remove };
}

/** Writes `key.pem` and `cert.pem` into the folder: a self-signed certificate for localhost and its addresses. */
export function writeCertificate(dir: string): { keyFile: string; caFile: string } {
  const [keyFile, caFile] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1,IP:127.0.0.2'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'];
  const args = ['req', '-x509', ...kind, ...name, '-keyout', keyFile, '-out', caFile];
  const result = spawnSync('openssl', args, { encoding: 'utf8' });
  if (result.status !== 0)
    throw new Error(`openssl could not make a certificate for the test server: ${result.stderr}`);
  return { keyFile, caFile };
}

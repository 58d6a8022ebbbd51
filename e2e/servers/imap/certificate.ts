import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Certificate = { key: string; cert: string; caFile: string; remove(): void };

/** Why no certificate can be made here, as a reason to skip; undefined where it can. */
export function certificateMissing(): string | undefined {
  const found = spawnSync('openssl', ['version']);
  return found.status === 0 ? undefined : 'peer: openssl is not here, which makes the test server its certificate.';
}

/** A certificate for localhost and 127.0.0.1 that signs itself, in a temporary folder. */
export function makeCertificate(): Certificate {
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-certificate-'));
  const [keyFile, caFile] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'];
  const args = ['req', '-x509', ...kind, ...name, '-keyout', keyFile, '-out', caFile];
  const made = spawnSync('openssl', args, { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`openssl could not make a certificate for the test server: ${made.stderr}`);
  const remove = () => rmSync(dir, { recursive: true, force: true });
  return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(caFile, 'utf8'), caFile, remove };
}

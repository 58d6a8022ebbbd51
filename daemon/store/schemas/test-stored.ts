import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { activityHistory, mailHistory } from '../open.ts';

/** The databases whose earlier schemas are kept, each with the same few letters in it. */
export const histories = { mail: mailHistory, activity: activityHistory };
export type Kind = keyof typeof histories;

/** The schemas of which a database is stored. */
export function storedVersions(kind: Kind): number[] {
  const form = new RegExp(`^${kind}-(\\d+)\\.db\\.zst$`);
  const versions = readdirSync(import.meta.dirname).map((name) => form.exec(name)?.[1]);
  return versions.flatMap((version) => (version === undefined ? [] : Number(version))).toSorted((a, b) => a - b);
}

/** Puts the stored database of a schema into `folder`; gives the file. */
export function unpackStored(kind: Kind, version: number, folder: string): string {
  const file = join(folder, `${kind}.db`);
  writeFileSync(file, zstdDecompressSync(readFileSync(storedFileOf(kind, version))));
  return file;
}

export function storeCompressed(kind: Kind, version: number, file: string): void {
  const params = { [constants.ZSTD_c_compressionLevel]: 19 };
  writeFileSync(storedFileOf(kind, version), zstdCompressSync(readFileSync(file), { params }));
}

function storedFileOf(kind: Kind, version: number): string {
  return join(import.meta.dirname, `${kind}-${version}.db.zst`);
}

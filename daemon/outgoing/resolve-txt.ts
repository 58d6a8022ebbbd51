/**
 * The TXT records of a name, each as its parts; undefined if there are none. Throws if the DNS cannot tell, for example
 * without a network.
 */
export type ResolveTxt = (name: string) => Promise<string[][] | undefined>;

const tryMs = 3_000;
const tries = 2;
const maxRecords = 20;
const maxRecordLength = 8_000;

/** Asks the DNS servers of this computer. */
export const resolveTxt: ResolveTxt = async (name) => {
  const { Resolver } = await import('node:dns/promises');
  try {
    const records = await new Resolver({ timeout: tryMs, tries }).resolveTxt(name);
    return records.slice(0, maxRecords).filter((parts) => parts.join('').length <= maxRecordLength);
  } catch (failed) {
    if (isAbsent(failed)) return undefined;
    throw failed;
  }
};

function isAbsent(failed: unknown): boolean {
  return failed instanceof Error && 'code' in failed && (failed.code === 'ENOTFOUND' || failed.code === 'ENODATA');
}

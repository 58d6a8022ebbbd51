import { ProviderError, type Provider, type MessageRef } from '../../providers/provider.ts';

/** Where a folder holds a version, the newest first; nowhere where there is no such folder any more. */
export async function findOnServer(
  provider: Provider,
  { folder, header_id }: { folder: string; header_id: string },
  signal: AbortSignal,
): Promise<MessageRef[]> {
  try {
    const found = await provider.findById(folder, header_id, signal);
    return found.toSorted((a, b) => b.uid - a.uid);
  } catch (failed) {
    if (failed instanceof ProviderError && failed.reason === 'refused') return [];
    throw failed;
  }
}

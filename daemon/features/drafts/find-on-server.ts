import { ProviderError, type Provider, type MessageRef } from '../../providers/provider.ts';

/** The placements of a version in a folder, the newest first; none if the folder does not exist any more. */
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

import type { AttachmentMeta } from '../../daemon/contract/body.ts';
import { callOf } from '../api/client.ts';
import type { Session } from '../api/session.ts';

/** How much of a file was received; `total` if it is known. */
export type Progress = { received: number; total: number | undefined };

export type Downloads = {
  /** The content of an attachment. Throws what `Session.receive` throws. */
  read(attachment: AttachmentRef, options: DownloadOptions): Promise<Blob>;
};

/** A file of a message, or of an attached message that `inside` locates. */
type AttachmentRef = Pick<AttachmentMeta, 'id' | 'message_id'> & { inside?: readonly number[] };

type DownloadOptions = { signal: AbortSignal; onProgress: (progress: Progress) => void };

/** Reads attachments as files. `address` is the address of the row that returns them. */
export function createDownloads(address: string, { receive }: Pick<Session, 'receive'>): Downloads {
  return {
    async read({ id, message_id, inside }, { signal, onProgress }) {
      const response = await receive(callOf(address, { message_id, attachment_id: id, inside }), signal);
      const length = response.headers.get('content-length');
      const total = length === null ? undefined : Number(length);
      const pieces: BlobPart[] = [];
      let received = 0;
      onProgress({ received, total });
      const reader = response.body?.getReader();
      for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
        pieces.push(piece.value);
        received += piece.value.length;
        onProgress({ received, total });
      }
      return new Blob(pieces);
    },
  };
}

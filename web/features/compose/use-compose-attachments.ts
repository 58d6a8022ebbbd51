import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../design/feedback/empty-state.tsx';
import { useServices } from '../../data/services.ts';
import type { ComposeFile } from '../../data/compose/compose-transfer.ts';
import type { ShowPicture } from './editor/rich-extensions.ts';
import type { Composition } from '../../data/compose/composition.ts';

/** A file that is being uploaded to the session. `failure` is the reason why it failed. */
export type Upload = { id: number; file: File; isInline: boolean; sent: number; failure: string | undefined };

export type ComposeAttachments = {
  uploads: readonly Upload[];
  /** Resolves when no upload is running: false if one failed or was cancelled. */
  whenUploaded: () => Promise<boolean>;
  attach: (files: readonly File[]) => void;
  /** Uploads an image for the text; `then` is called when it is stored. */
  inline: (file: File, then: (file: ComposeFile) => void) => void;
  retry: (upload: Upload) => void;
  cancel: (upload: Upload) => void;
  show: ShowPicture;
};

/** The attachments of a message, and the images in its text. */
export function useComposeAttachments(composition: Composition): ComposeAttachments {
  const { composeTransfer } = useServices();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [{ path }] = useState(() => ({ path: composition.state().session.draftPath }));
  const running = useRef(new Map<number, AbortController>());
  const results = useRef(new Map<number, Promise<boolean>>());
  const lastId = useRef(0);
  const callbacks = useRef(new Map<number, (file: ComposeFile) => unknown>());
  const pictures = usePictures(composition);

  function updateUpload(id: number, change: Partial<Upload>): void {
    setUploads((now) => now.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
  }

  function removeUpload(id: number): void {
    setUploads((now) => now.filter((upload) => upload.id !== id));
    running.current.delete(id);
    results.current.delete(id);
    callbacks.current.delete(id);
  }

  async function send({ id, file, isInline }: Upload): Promise<boolean> {
    const controller = new AbortController();
    running.current.set(id, controller);
    try {
      const { signal } = controller;
      const uploaded = await composeTransfer.upload({
        draftPath: path,
        file,
        isInline,
        signal,
        onProgress: (sent) => updateUpload(id, { sent }),
      });
      await callbacks.current.get(id)?.(uploaded);
      removeUpload(id);
      return true;
    } catch (error) {
      if (controller.signal.aborted) removeUpload(id);
      else updateUpload(id, { failure: errorText(error) });
      return false;
    }
  }

  function startUpload(file: File, isInline: boolean, then: (file: ComposeFile) => unknown): void {
    lastId.current += 1;
    const upload = { id: lastId.current, file, isInline, sent: 0, failure: undefined };
    callbacks.current.set(upload.id, then);
    setUploads((now) => [...now, upload]);
    results.current.set(upload.id, send(upload));
  }

  return {
    uploads,
    async whenUploaded() {
      const ends = await Promise.all(results.current.values());
      return ends.every(Boolean);
    },
    attach: (files) =>
      files.forEach((file) => startUpload(file, false, (uploaded) => addToDraft(composition, uploaded))),
    inline: (file, then) =>
      startUpload(file, true, async (uploaded) => {
        if (uploaded.cid !== null) pictures.register(uploaded.cid, file);
        await composition.refresh();
        then(uploaded);
      }),
    retry(upload) {
      updateUpload(upload.id, { failure: undefined, sent: 0 });
      results.current.set(upload.id, send(upload));
    },
    cancel(upload) {
      running.current.get(upload.id)?.abort();
      removeUpload(upload.id);
    },
    show: pictures.show,
  };
}

async function addToDraft(composition: Composition, uploaded: ComposeFile): Promise<void> {
  // The upload created another revision; reload to list the file.
  await composition.save();
  await composition.refresh();
  composition.change({ attach: [...composition.state().fields.attach, uploaded.path] });
  await composition.save();
}

/** The addresses of the images in the text, valid while it is open. */
function usePictures(composition: Composition) {
  const { composeTransfer } = useServices();
  const [known] = useState(() => new Map<string, Promise<string | undefined>>());
  useEffect(
    () => () => {
      for (const address of known.values()) void address.then((url) => url && URL.revokeObjectURL(url));
      known.clear();
    },
    [known],
  );

  async function fetchPicture(cid: string): Promise<string | undefined> {
    const { session } = composition.state();
    const file = session.files.find((each) => each.cid === cid);
    if (!file) return undefined;
    try {
      return URL.createObjectURL(await composeTransfer.read(session.draftPath, file.path));
    } catch {
      // The alternative text is shown instead.
      return undefined;
    }
  }

  return {
    register: (cid: string, file: File) => void known.set(cid, Promise.resolve(URL.createObjectURL(file))),
    show(cid: string) {
      const address = known.get(cid) ?? fetchPicture(cid);
      known.set(cid, address);
      return address;
    },
  };
}

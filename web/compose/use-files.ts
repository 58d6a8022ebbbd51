import { useEffect, useRef, useState } from 'react';
import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import type { ComposeFile } from './compose-wire.ts';
import type { ShowPicture } from './rich-extensions.ts';
import type { Writing } from './writing.ts';

/** A file on its way to the session. `failure` says why it did not get there. */
export type Upload = { id: number; file: File; sent: number; failure: string | undefined };

export type Files = {
  uploads: readonly Upload[];
  attach: (files: readonly File[]) => void;
  /** Gives a picture to the text; `then` gets it once it is there. */
  inline: (file: File, then: (file: ComposeFile) => void) => void;
  retry: (upload: Upload) => void;
  cancel: (upload: Upload) => void;
  show: ShowPicture;
};

/** The files that are given to a message, and the pictures in its text. */
export function useFiles(writing: Writing): Files {
  const { composeWire } = useParts();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [{ path }] = useState(() => ({ path: writing.state().session.draftPath }));
  const running = useRef(new Map<number, AbortController>());
  const lastId = useRef(0);
  const thens = useRef(new Map<number, (file: ComposeFile) => unknown>());
  const pictures = usePictures(writing);

  function note(id: number, change: Partial<Upload>): void {
    setUploads((now) => now.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
  }

  function forget(id: number): void {
    setUploads((now) => now.filter((upload) => upload.id !== id));
    running.current.delete(id);
    thens.current.delete(id);
  }

  async function send({ id, file }: Pick<Upload, 'id' | 'file'>, isInline: boolean): Promise<void> {
    const controller = new AbortController();
    running.current.set(id, controller);
    try {
      const { signal } = controller;
      const given = await composeWire.upload({
        draftPath: path,
        file,
        isInline,
        signal,
        onProgress: (sent) => note(id, { sent }),
      });
      await thens.current.get(id)?.(given);
      forget(id);
    } catch (error) {
      if (controller.signal.aborted) forget(id);
      else note(id, { failure: wordsOf(error) });
    }
  }

  function begin(file: File, isInline: boolean, then: (file: ComposeFile) => unknown): void {
    lastId.current += 1;
    const upload = { id: lastId.current, file, sent: 0, failure: undefined };
    thens.current.set(upload.id, then);
    setUploads((now) => [...now, upload]);
    void send(upload, isInline);
  }

  async function list(given: ComposeFile): Promise<void> {
    // The file made another revision, upon which it is listed.
    await writing.save();
    await writing.refresh();
    writing.change({ attach: [...writing.state().fields.attach, given.path] });
    await writing.save();
  }

  return {
    uploads,
    attach: (files) => files.forEach((file) => begin(file, false, list)),
    inline: (file, then) =>
      begin(file, true, async (given) => {
        if (given.cid !== null) pictures.know(given.cid, file);
        await writing.refresh();
        then(given);
      }),
    retry(upload) {
      note(upload.id, { failure: undefined, sent: 0 });
      void send(upload, upload.file.type.startsWith('image/') && thens.current.get(upload.id) !== list);
    },
    cancel(upload) {
      running.current.get(upload.id)?.abort();
      forget(upload.id);
    },
    show: pictures.show,
  };
}

/** Addresses of the pictures in the text, for as long as it is open. */
function usePictures(writing: Writing) {
  const { composeWire } = useParts();
  const [known] = useState(() => new Map<string, Promise<string | undefined>>());
  useEffect(
    () => () => {
      for (const address of known.values()) void address.then((url) => url && URL.revokeObjectURL(url));
      known.clear();
    },
    [known],
  );

  async function fetchPicture(cid: string): Promise<string | undefined> {
    const { session } = writing.state();
    const file = session.files.find((each) => each.cid === cid);
    if (!file) return undefined;
    try {
      return URL.createObjectURL(await composeWire.read(session.draftPath, file.path));
    } catch {
      // The picture's own words stand in its place.
      return undefined;
    }
  }

  return {
    know: (cid: string, file: File) => void known.set(cid, Promise.resolve(URL.createObjectURL(file))),
    show(cid: string) {
      const address = known.get(cid) ?? fetchPicture(cid);
      known.set(cid, address);
      return address;
    },
  };
}

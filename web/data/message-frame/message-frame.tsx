import readingFace from '@fontsource-variable/source-serif-4/index.css?inline';
import { useEffect, useMemo, useRef } from 'react';
import { fitFrame, partsOf } from './fit-frame.ts';
import { followFrame } from './follow-frame.ts';
import { frameDocument, frameRights } from './frame-document.ts';
import { inShade, type MessageLook } from './message-look.ts';
import styles from './message-frame.module.css';

type MessageFrameProps = {
  /** The HTML, from `messageMarkup`. */
  html: string;
  title: string;
  look: MessageLook;
  className?: string | undefined;
  /** Called with the address of a link that is opened. */
  onOpen?: (address: string) => void;
};

/**
 * Formatted mail in a frame as high as its content. The frame shares the origin of the page, which measures it and listens
 * to its keys, and runs no scripts.
 */
export function MessageFrame({ html, title, look, className = '', onOpen }: MessageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const opened = useRef(onOpen);
  const { layout, face, shade } = look;
  const content = useMemo(
    () => frameDocument(inShade(html, shade), { look: { layout, face, shade }, pageStyle: pageStyle() }),
    [html, layout, face, shade],
  );
  useEffect(() => {
    opened.current = onOpen;
  });
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    let end = () => {};
    const begin = () => {
      end();
      const parts = partsOf(element);
      if (!parts) return;
      const ends = [
        fitFrame(element, parts),
        followFrame(element, parts.root, { onOpen: (address) => opened.current?.(address) }),
      ];
      end = () => ends.forEach((each) => each());
    };
    element.addEventListener('load', begin);
    // Set after the listener: the document of a short message may be loaded at once.
    element.srcdoc = content;
    return () => {
      element.removeEventListener('load', begin);
      end();
    };
  }, [content]);
  return (
    <iframe
      ref={frame}
      className={`${styles['frame']} ${className}`}
      title={title}
      sandbox={frameRights}
      referrerPolicy="no-referrer"
    />
  );
}

const tokens = ['--sheet', '--edge', '--ink', '--ink-soft', '--brass', '--tile', '--face', '--face-reading'];

/** The typefaces and colours of the page for the document of a frame, which resolves them for its own colour scheme. */
function pageStyle(): string {
  const page = getComputedStyle(document.documentElement);
  const values = tokens.map((token) => `${token}:${page.getPropertyValue(token)}`);
  return `${readingFace}:root{${values.join(';')}}`;
}

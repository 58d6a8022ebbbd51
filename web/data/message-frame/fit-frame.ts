/** Content that is wider than the frame is made smaller down to this scale, where text of 16 px is still readable. */
const minScale = 0.6;
const maxAttempts = 3;

/**
 * The root and the body of a frame's document. Elements of the message may have names that hide properties of the document,
 * so its properties are read with the getters of the prototype. Undefined if the frame shows a document of another origin.
 */
export function partsOf(frame: HTMLIFrameElement): { root: HTMLElement; body: HTMLElement } | undefined {
  const { contentDocument } = frame;
  if (!contentDocument) return undefined;
  const root = rootOf.call(contentDocument) as HTMLElement | null;
  const body = bodyOf.call(contentDocument) as HTMLElement | null;
  return root && body ? { root, body } : undefined;
}

const rootOf = getterOf('documentElement');
const bodyOf = getterOf('body');

function getterOf(name: 'documentElement' | 'body'): (this: Document) => unknown {
  const get = Object.getOwnPropertyDescriptor(Document.prototype, name)?.get;
  if (!get) throw new Error(`Document.prototype has no getter ${name}.`);
  return get;
}

/**
 * Gives a frame the height of its content, now and whenever it changes, and scales content that is wider. Returns the
 * function that ends it.
 */
export function fitFrame(
  frame: HTMLIFrameElement,
  { root, body }: { root: HTMLElement; body: HTMLElement },
): () => void {
  let width = 0;
  let scale = 1;
  let request = 0;

  function setScale(next: number): void {
    scale = next;
    body.style.setProperty('zoom', String(next), 'important');
  }

  /** A smaller scale gives content with fixed widths more room. Content that only follows the frame keeps its scale. */
  function fitWidth(): void {
    for (let attempt = 0; attempt < maxAttempts && scale > minScale; attempt++) {
      const needed = root.scrollWidth;
      if (needed <= width + 1) return;
      const before = scale;
      setScale(Math.max(minScale, (scale * width) / needed));
      if (root.scrollWidth >= needed) return setScale(before);
    }
  }

  function fit(): void {
    request = 0;
    const available = frame.clientWidth;
    if (available === 0) return;
    if (available !== width) {
      width = available;
      setInsets(frame, root);
      if (scale !== 1) setScale(1);
    }
    fitWidth();
    const height = contentHeight(root, body) + (frame.clientHeight - root.clientHeight);
    if (Math.abs(height - frame.clientHeight) >= 1) frame.style.height = `${height}px`;
  }

  const schedule = () => {
    request ||= requestAnimationFrame(fit);
  };
  const observer = new ResizeObserver(schedule);
  observer.observe(body);
  observer.observe(frame);
  for (const type of changes) root.addEventListener(type, schedule, true);
  fit();
  return () => {
    observer.disconnect();
    cancelAnimationFrame(request);
    for (const type of changes) root.removeEventListener(type, schedule, true);
  };
}

/** What can change the extent of the content without the size of the body. */
const changes = ['load', 'error', 'toggle'];

/** The whole height in pixels of the page, with what overflows the body. The body is scaled, so its own lengths are shares. */
function contentHeight(root: HTMLElement, body: HTMLElement): number {
  const { height } = root.getBoundingClientRect();
  const overflow = body.offsetHeight > 0 ? (body.scrollHeight - body.offsetHeight) / body.offsetHeight : 0;
  return Math.ceil(height * (1 + Math.max(0, overflow)));
}

/** The frame reaches over the margins of the text around it; text of the message keeps its distance from the edges. */
function setInsets(frame: HTMLIFrameElement, root: HTMLElement): void {
  const { marginInlineStart, marginInlineEnd } = getComputedStyle(frame);
  root.style.setProperty('--inset-start', inset(marginInlineStart));
  root.style.setProperty('--inset-end', inset(marginInlineEnd));
}

function inset(margin: string): string {
  return `${Math.max(0, -(Number.parseFloat(margin) || 0))}px`;
}

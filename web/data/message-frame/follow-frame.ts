/** The event by which a frame tells the page around it which link is pointed at or has the focus; the detail is its text. */
export const linkEvent = 'posthorn:link';

type FrameListeners = {
  /** Called with the address of a link that is opened. */
  onOpen: (address: string) => void;
};

/**
 * Passes keys, presses and links of a message on to the page, as if they had happened on the frame. The listeners belong to
 * the page: no script runs in the frame. Returns the function that removes them.
 */
export function followFrame(frame: HTMLIFrameElement, root: HTMLElement, { onOpen }: FrameListeners): () => void {
  const ends = new AbortController();
  const { signal } = ends;
  const showLink = (link: Element | null) =>
    frame.dispatchEvent(new CustomEvent(linkEvent, { bubbles: true, detail: link && describeLink(link) }));

  root.addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented) return;
      if (!frame.dispatchEvent(new KeyboardEvent('keydown', copyOfKey(event)))) event.preventDefault();
    },
    { signal },
  );
  root.addEventListener(
    'pointerdown',
    () => frame.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse' })),
    { signal },
  );
  for (const type of ['pointerover', 'focusin', 'pointerdown'])
    root.addEventListener(type, ({ target }) => showLink(linkAt(target)), { signal });
  for (const type of ['pointerleave', 'focusout']) root.addEventListener(type, () => showLink(null), { signal });
  for (const type of ['click', 'auxclick']) {
    root.addEventListener(
      type,
      ({ target }) => {
        const address = attribute(linkAt(target), 'href');
        if (address) onOpen(address);
      },
      { signal },
    );
  }
  return () => ends.abort();
}

/** The text of the link that a frame tells of; undefined if it left one. */
export function frameLinkIn(event: Event): string | undefined {
  return event instanceof CustomEvent && typeof event.detail === 'string' ? event.detail : undefined;
}

/** What a link leads to, and what was removed from its address; undefined for a place in the message. */
export function describeLink(link: Element): string | undefined {
  const facts = [attribute(link, 'href'), attribute(link, 'data-removed')].filter(Boolean);
  return facts.length > 0 ? facts.join(' · ') : undefined;
}

/** The link around the target of an event, in this document or in that of a frame. */
export function linkAt(target: EventTarget | null): Element | null {
  // Elements of a frame are no instances of the classes of this window, and methods of a form can be hidden by its fields.
  return target !== null && 'nodeType' in target && target.nodeType === Node.ELEMENT_NODE
    ? Element.prototype.closest.call(target, ':is(a, area)[target=_blank]')
    : null;
}

function attribute(element: Element | null, name: string): string | null {
  return element && Element.prototype.getAttribute.call(element, name);
}

function copyOfKey(event: KeyboardEvent): KeyboardEventInit {
  const { key, code, location, repeat, isComposing, ctrlKey, shiftKey, altKey, metaKey } = event;
  return {
    key,
    code,
    location,
    repeat,
    isComposing,
    ctrlKey,
    shiftKey,
    altKey,
    metaKey,
    modifierAltGraph: event.getModifierState('AltGraph'),
    bubbles: true,
    cancelable: true,
  };
}

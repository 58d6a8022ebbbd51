import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The element ids of settings and sections, the targets of links. */
export const settingId = (key: string): string => `setting-${key}`;
export const sectionId = (id: string): string => `section-${id}`;

/** Scrolls to the setting or section that the hash of the address names, once the content is there. */
export function useHashTarget(isThere: boolean): void {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (!isThere || !hash) return;
    const target = decodeURIComponent(hash);
    if (target.includes('.')) focusSetting(target);
    else focusSection(target);
  }, [isThere, hash]);
}

export function focusSetting(key: string): void {
  const element = document.getElementById(settingId(key));
  const field =
    element?.querySelector<HTMLElement>('input:checked') ?? element?.querySelector<HTMLElement>('input') ?? element;
  for (let details = field?.closest('details'); details; details = details.parentElement?.closest('details'))
    details.open = true;
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
}

function focusSection(id: string): void {
  const section = document.getElementById(sectionId(id));
  if (!section) return;
  if (section instanceof HTMLDetailsElement) section.open = true;
  (section.querySelector<HTMLElement>(':scope > summary') ?? section).focus({ preventScroll: true });
  section.scrollIntoView({ block: 'start' });
}

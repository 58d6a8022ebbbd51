import type { LastView } from '../../../daemon/contract/desktop.ts';
import pageStyles from '../../data/thread-list/page/thread-list-page.module.css';
import { strings } from '../../i18n/strings.ts';
import frameStyles from '../frame.module.css';
import statusStyles from '../status/status-line.module.css';

/** The parts of the frame that are kept: the sidebar, the list, the status line. */
const keptParts = ['side', 'main', 'status', 'tabs'] as const;

/** Attributes that lead somewhere, name something for scripts, or contain what the user has typed. */
const removedAttributes = ['href', 'id', 'value', 'tabindex', 'aria-controls', 'aria-describedby', 'title'];

/**
 * How the list looks now, without scripts, addresses, open conversations and drafts; undefined if the page shows no list, and not Now, at
 * its top. `at` is the time for the user.
 */
export function captureView(at: string): LastView | undefined {
  const frame = document.querySelector(`#root .${frameStyles['frame']}`);
  // The page “Now” may have nothing to list.
  const list = frame?.querySelector('ul [data-thread]')?.closest('ul') ?? frame?.querySelector('[data-moment]');
  const isCovered = document.querySelector(
    `:root[data-reader=full] .${pageStyles['panes']}[data-open=true], [role=dialog]`,
  );
  if (!frame || !list || isScrolled(list) || isCovered) return undefined;
  const copy = frame.cloneNode(true) as Element;
  for (const part of copy.querySelectorAll(':scope > *')) {
    if (!keptParts.some((name) => part.classList.contains(frameStyles[name] ?? ''))) part.remove();
  }
  const main = copy.querySelector(`.${frameStyles['main']}`);
  // Alerts of that time say nothing about the next start.
  for (const part of main?.querySelectorAll(':scope > *') ?? [])
    if (!part.classList.contains(frameStyles['place'] ?? '')) part.remove();
  copy.querySelector(`.${pageStyles['reader']}`)?.replaceChildren();
  copy.querySelector(`.${frameStyles['status']}`)?.replaceChildren(startingLine(at));
  for (const part of copy.querySelectorAll('iframe, script, [hidden], .visually-hidden')) part.remove();
  replaceForms(copy);
  for (const element of [copy, ...copy.querySelectorAll('*')])
    for (const name of removedAttributes) element.removeAttribute(name);
  return {
    path: location.pathname + location.search,
    attributes: attributesOfDocument(),
    styles: stylesOfPage(),
    notice: strings.status.startingNotice,
    html: copy.outerHTML,
  };
}

function isScrolled(list: Element): boolean {
  for (let part = list.parentElement; part; part = part.parentElement) if (part.scrollTop > 0) return true;
  return false;
}

/** A form becomes a plain element of the same look. */
function replaceForms(copy: Element): void {
  for (const form of copy.querySelectorAll('form')) {
    const plain = document.createElement('div');
    plain.className = form.className;
    plain.append(...form.childNodes);
    form.replaceWith(plain);
  }
}

/** The status line says what the list is. */
function startingLine(at: string): Element {
  const line = element('div', statusStyles['line']);
  const state = element('span', statusStyles['state']);
  const dot = element('span', statusStyles['dot']);
  dot.dataset['tone'] = 'busy';
  const text = element('span', statusStyles['text']);
  text.textContent = strings.status.starting({ at });
  state.append(dot, text);
  line.append(state);
  return line;
}

function element(tag: string, className = ''): HTMLElement {
  const created = document.createElement(tag);
  created.className = className;
  return created;
}

function attributesOfDocument(): Record<string, string> {
  const kept = [...document.documentElement.attributes].filter(({ name }) =>
    /^(?:lang|dir|style|data-[a-z-]+)$/.test(name),
  );
  return Object.fromEntries(kept.map(({ name, value }) => [name, value]));
}

function stylesOfPage(): string[] {
  return [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(
    ({ href }) => new URL(href).pathname,
  );
}

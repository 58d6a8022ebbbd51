const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\0': '' };

/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  return /[&<>\0]/.test(text) ? text.replace(/[&<>\0]/g, (character) => entities[character] ?? '') : text;
}

/** Formats ` name="value"` for use in a tag. */
export function formatAttribute(name: string, value: string): string {
  const safe = /[&<>"\0]/.test(value) ? value.replace(/[&<>"\0]/g, (character) => entities[character] ?? '') : value;
  return ` ${name}="${safe}"`;
}

/** An HTML page that shows the screenshots of every page side by side. */
export function contactSheet(
  names: readonly string[],
  { sizes, colorSchemes }: { sizes: readonly string[]; colorSchemes: readonly string[] },
): string {
  const picturesOf = (name: string) =>
    sizes
      .flatMap((size) => colorSchemes.map((look) => `${name}-${size}-${look}.png`))
      .map((file) => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`)
      .join('');
  const sections = names.map((name) => `<h2>${name}</h2><div>${picturesOf(name)}</div>`).join('\n');
  return `<!doctype html>
<meta charset="utf-8">
<title>Every page of Posthorn</title>
<style>
  body { font: 15px system-ui; margin: 24px; background: #888; color: #fff }
  div { display: flex; gap: 12px; align-items: start; flex-wrap: wrap }
  img { height: 420px }
</style>
${sections}
`;
}

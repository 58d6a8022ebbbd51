/** What the last page of a sign-in says. */
export type ResultText = { title: string; text: string; isError: boolean };

const style = `
  :root { color-scheme: light dark; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif;
    background: light-dark(#fbf8f1, #1c1a17); color: light-dark(#1d1b18, #efeae0); }
  main { max-width: 26rem; padding: 2rem; text-align: center; }
  h1 { font-size: 1.375rem; margin: 0 0 0.5rem; }
  p { margin: 0; color: light-dark(#5f5a51, #b9b2a5); }
`;

/** The page that the browser shows after the redirect. It loads nothing and runs nothing. */
export function resultPage({ title, text }: ResultText): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)} – Posthorn</title>
<style>${style}</style>
</head>
<body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p></main></body>
</html>
`;
}

/** For requests that do not belong to the sign-in. */
export const unknownPage = resultPage({
  title: 'Nothing to see here',
  text: 'This page belongs to a sign-in that is over. Go back to Posthorn and start it again.',
  isError: true,
});

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** A message as it is printed. */
export type PrintedMessage = {
  /** The lines above the text: date, sender and recipients, each with its name. */
  facts: readonly { name: string; value: string }[];
  content: { html: string } | { text: string };
};

type PrintedConversation = { subject: string; messages: readonly PrintedMessage[] };

/**
 * The document of a printed conversation. The HTML has passed the daemon's allow-list. Each message is in a shadow root of
 * its own, so that its styles apply to nothing else, and the policy allows only styles and images that came with it.
 */
export function printDocument({ subject, messages }: PrintedConversation): string {
  return `<!doctype html>
<html lang="und">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${escape(subject)}</title>
<style>${pageStyle}</style>
</head>
<body>
<h1 dir="auto">${escape(subject)}</h1>
${messages.map(printedMessage).join('\n')}
</body>
</html>`;
}

function printedMessage({ facts, content }: PrintedMessage): string {
  const lines = facts.map(({ name, value }) => `<dt>${escape(name)}</dt><dd dir="auto">${escape(value)}</dd>`);
  return `<article>
<dl>${lines.join('')}</dl>
${'html' in content ? formatted(content.html) : `<pre dir="auto">${escape(content.text)}</pre>`}
</article>`;
}

function formatted(html: string): string {
  return `<div><template shadowrootmode="open"><style>${mailStyle}</style><div dir="auto">${html}</div></template></div>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const pageStyle = `
:root { color-scheme: light; background: #fff; }
body { margin: 0; color: #1d2327; font: 11pt/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { margin: 0 0 12pt; font-size: 16pt; line-height: 1.25; }
article { padding-bottom: 18pt; }
article + article { padding-top: 12pt; border-top: 1px solid #b9b2a4; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2pt 10pt; margin: 0 0 12pt; font-size: 9.5pt; break-inside: avoid; break-after: avoid; }
dt { color: #5b646b; }
dd { margin: 0; overflow-wrap: anywhere; }
pre { margin: 0; font: inherit; white-space: pre-wrap; }
`;

// Images that were not loaded stay out, with their alternative text.
const mailStyle = `
:host { all: initial; display: block; color: #1d2327; font: 11pt/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
img, video, table { max-width: 100%; }
img:not([data-remote-src]) { height: auto; }
img[data-remote-src]:is([width="0"], [width="1"], [width="2"], [height="0"], [height="1"], [height="2"]) { display: none; }
a { color: inherit; }
blockquote { margin: 8pt 0; padding: 0 0 0 10pt; border-left: 2px solid #d8d0c0; }
pre { white-space: pre-wrap; }
`;

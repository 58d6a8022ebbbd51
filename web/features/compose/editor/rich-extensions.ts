import { Image } from '@tiptap/extension-image';
import { Placeholder } from '@tiptap/extensions';
import { MarkdownManager, Markdown } from '@tiptap/markdown';
import type { Extensions } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';

/** Returns the address of an image that the text names as `cid:…`; undefined if there is none. */
export type ShowPicture = (cid: string) => Promise<string | undefined>;

// Markdown has no underline.
const kit = StarterKit.configure({
  underline: false,
  link: { openOnClick: false, defaultProtocol: 'https', HTMLAttributes: { rel: 'noopener noreferrer' } },
});

/** The formatting that the editor supports, on top of Markdown. */
export function richExtensions({ placeholder, show }: { placeholder: string; show: ShowPicture }): Extensions {
  return [kit, picture(show), Markdown, Placeholder.configure({ placeholder })];
}

/** An image of the text. The node keeps `cid:…`, which is sent; only its element shows the file. */
function picture(show: ShowPicture) {
  return Image.extend({
    // Without its view, for example in clipboard HTML, a browser would try to load the `cid:` address, which only mail
    // programs know.
    addAttributes() {
      return {
        ...this.parent?.(),
        src: {
          default: null,
          parseHTML: (element) => element.dataset['source'] ?? element.getAttribute('src'),
          renderHTML: ({ src }) => (String(src).startsWith('cid:') ? { 'data-source': src } : { src }),
        },
      };
    },
    parseHTML: () => [{ tag: 'img[src], img[data-source]' }],
    addNodeView: () => {
      return ({ node }) => {
        const dom = document.createElement('img');
        const source = String(node.attrs['src'] ?? '');
        dom.alt = String(node.attrs['alt'] ?? '');
        dom.dataset['source'] = source;
        if (source.startsWith('cid:')) void show(source.slice(4)).then((address) => address && (dom.src = address));
        return { dom };
      };
    },
  }).configure({ inline: true });
}

const manager = new MarkdownManager({ extensions: [kit, Image.configure({ inline: true })] });

/** Whether a text is unchanged by formatted editing: a table, for example, would be lost. */
export function isFaithful(markdown: string): boolean {
  return plainest(manager.serialize(manager.parse(markdown))) === plainest(markdown);
}

/** Normalizes texts that write the same content differently. */
function plainest(markdown: string): string {
  return markdown
    .replaceAll(/\\\n/g, '\n')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/&(lt|gt|amp|nbsp|quot|#39);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/<((?:https?:|mailto:)?[^\s<>]+[.@][^\s<>]+)>/g, '$1')
    .replaceAll(/\[([^\]]+)\]\((?:mailto:)?\1\)/g, '$1')
    .replaceAll('__', '**')
    .replaceAll(/(^|[\s(])_(?=\S)|(?<=\S)_(?=[\s).,!?]|$)/gm, '$1*')
    .replaceAll(/^([\s>]*)[*+](?= )/gm, '$1-')
    .replaceAll(/^([\s>]*)(\d+)\)(?= )/gm, '$1$2.')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/[\s>]+/g, ' ')
    .trim();
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', nbsp: ' ', quot: '"', '#39': "'" };

import { Link } from '@tanstack/react-router';
import { createElement, type ReactNode } from 'react';
import { strings } from '../../i18n/strings.ts';
import { type GuideElement, type GuideNode, textOf } from './guide-tree.ts';
import { guideNamed } from './guides.ts';
import styles from './help-page.module.css';

/** A guide without its title, which the page header shows. */
export function GuideView({ tree }: { tree: readonly GuideElement[] }) {
  return tree.filter(({ tag }) => tag !== 'h1').map((node, at) => <Node key={at} node={node} />);
}

function Node({ node }: { node: GuideNode }): ReactNode {
  if (typeof node === 'string') return node;
  const children = node.children.map((child, at) => <Node key={at} node={child} />);
  switch (node.tag) {
    case 'a':
      return <GuideLink href={node.href ?? ''}>{children}</GuideLink>;
    case 'table':
      return (
        // A table that is wider than the page scrolls horizontally, also with the arrow keys.
        <div className={styles['wide']} role="group" tabIndex={0} aria-label={strings.help.table}>
          <table>{children}</table>
        </div>
      );
    case 'pre':
      return (
        <pre tabIndex={0} role="group" aria-label={strings.help.example}>
          <code>{textOf(node.children)}</code>
        </pre>
      );
    case 'th':
      return <th scope="col">{children}</th>;
    case 'h2':
    case 'h3':
      return createElement(node.tag, { id: node.id, tabIndex: -1 }, ...children);
    case 'hr':
    case 'br':
      return createElement(node.tag);
    default:
      return createElement(node.tag, null, ...children);
  }
}

/** A link to another guide or to a heading of this one. Repository files cannot be opened here: their names stay text. */
function GuideLink({ href, children }: { href: string; children: ReactNode }) {
  const [, guide, hash] = /^(?:([a-z]+)\.md)?(?:#(.+))?$/.exec(href) ?? [];
  if (guide === undefined && hash === undefined) return <span>{children}</span>;
  return (
    <Link
      to="/help/{-$guide}"
      params={guide === undefined ? true : { guide: guideNamed(guide) }}
      {...(hash !== undefined && { hash })}
    >
      {children}
    </Link>
  );
}

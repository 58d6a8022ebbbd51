import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { guides } from './guides.ts';
import { type GuideElement, type GuideNode, guideTree, headingsOf, textOf } from './guide-tree.ts';

test('a guide is parsed into headings, lists, tables and code blocks', () => {
  const tree = guideTree(
    '# Guide\n\n## The first time\n\n- **one**\n- `two`\n\n| a | b |\n| - | - |\n| 1 | [2](two.md) |\n\n```sh\nls\n```\n',
  );
  assert.deepEqual(headingsOf(tree), [{ id: 'the-first-time', text: 'The first time' }]);
  assert.deepEqual(
    tree.map(({ tag }) => tag),
    ['h1', 'h2', 'ul', 'table', 'pre'],
  );
  assert.deepEqual(tree[4], { tag: 'pre', language: 'sh', children: ['ls'] });
  assert.deepEqual(linksIn(tree), ['two.md']);
});

test('HTML in a guide is text, and links with unsafe schemes are not links', () => {
  const tree = guideTree('<img src=x onerror=alert(1)> [go](javascript:alert(1))');
  assert.equal(textOf(tree), '<img src=x onerror=alert(1)> [go](javascript:alert(1))');
  assert.deepEqual(linksIn(tree), []);
});

test('all guides can be parsed, and their links lead to existing guides', () => {
  for (const guide of guides) {
    const file = join(import.meta.dirname, '../../../docs', `${guide}.md`);
    const tree = guideTree(readFileSync(file, 'utf8'));
    assert.equal(tree[0]?.tag, 'h1');
    assert.ok(headingsOf(tree).length > 3);
    const others = linksIn(tree).filter((href) => /^[a-z]+\.md/.test(href));
    for (const href of others)
      assert.ok(
        guides.some((other) => href.startsWith(`${other}.md`)),
        href,
      );
  }
});

function linksIn(nodes: readonly GuideNode[]): string[] {
  const elements = nodes.filter((node): node is GuideElement => typeof node === 'object');
  return elements.flatMap(({ href, children }) => [...(href === undefined ? [] : [href]), ...linksIn(children)]);
}

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { linksIn, pathOfLink } from './deep-link.ts';

/** The fields of the composer for a mail link. */
function composed(link: string): Record<string, string> | undefined {
  const path = pathOfLink(link);
  assert.ok(path?.startsWith('/compose'), path);
  return Object.fromEntries(new URL(path ?? '', 'http://page.example').searchParams);
}

describe('a mail link', () => {
  test('fills the composer with what a user could have typed', () => {
    // The examples of RFC 6068, section 6.
    assert.deepEqual(composed('mailto:chris@example.com'), { to: 'chris@example.com' });
    assert.deepEqual(composed('mailto:infobot@example.com?subject=current-issue'), {
      to: 'infobot@example.com',
      subject: 'current-issue',
    });
    assert.deepEqual(composed('mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index'), {
      to: 'infobot@example.com',
      body: 'send current-issue\nsend index',
    });
    assert.deepEqual(composed('mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E'), {
      to: 'list@example.org',
      in_reply_to: '<3469A91.D10AF4C@example.com>',
    });
    assert.deepEqual(composed('mailto:joe@example.com?cc=bob@example.com&body=hello'), {
      to: 'joe@example.com',
      cc: 'bob@example.com',
      body: 'hello',
    });
    assert.deepEqual(composed('mailto:?to=addr1@an.example,addr2@an.example'), {
      to: 'addr1@an.example,addr2@an.example',
    });
    assert.deepEqual(composed('mailto:addr1@an.example?to=addr2@an.example'), {
      to: 'addr1@an.example, addr2@an.example',
    });
    assert.deepEqual(composed('mailto:%22not%40me%22@example.org'), { to: '"not@me"@example.org' });
    assert.deepEqual(composed('mailto:user@example.org?subject=caf%C3%A9'), {
      to: 'user@example.org',
      subject: 'café',
    });
    assert.deepEqual(composed('MAILTO:bill+ietf@example.org'), { to: 'bill+ietf@example.org' });
    assert.equal(pathOfLink('mailto:'), '/compose');
  });

  test('attaches no file and writes no other header field', () => {
    const wanted =
      'mailto:bo@example.org?attach=/etc/passwd&Attachment=file:///etc/passwd&From=eve@example.org&X-Mailer=x&bcc=cy@example.org';
    assert.deepEqual(composed(wanted), { to: 'bo@example.org', bcc: 'cy@example.org' });
  });

  test('cannot begin a header field by a line end', () => {
    for (const end of ['%0D%0A', '%0A', '%0D', '%E2%80%A8', '%00']) {
      assert.deepEqual(composed(`mailto:bo@example.org${end}Bcc:eve@example.org?subject=Hi${end}Bcc:eve@example.org`), {
        to: 'bo@example.org Bcc:eve@example.org',
        subject: 'Hi Bcc:eve@example.org',
      });
    }
  });

  test('with faulty encoding is read as far as possible, and an endless one is truncated', () => {
    assert.deepEqual(composed('mailto:bo@example.org?subject=100%&body=%E9%zz%20x&&=y&cc'), {
      to: 'bo@example.org',
      subject: '100%',
      body: '\uFFFD%zz x',
    });
    assert.equal(composed(`mailto:bo@example.org?body=${'a'.repeat(90_000)}`)?.['body']?.length, 30_000);
    assert.equal(pathOfLink(`mailto:bo@example.org?body=${'a'.repeat(1_000_000)}`), undefined);
  });
});

test('a posthorn link opens a view, and an invalid one opens nothing', () => {
  const thread = '0197A1B2-0000-7000-8000-000000000001';
  assert.equal(pathOfLink('posthorn://compose'), '/compose');
  assert.equal(pathOfLink('posthorn://compose?to=bo@example.org'), '/compose?to=bo%40example.org');
  assert.equal(pathOfLink(`posthorn://thread/${thread}`), `/all/m/${thread.toLowerCase()}`);
  assert.equal(pathOfLink('posthorn://message/%3Ca.b@example.org%3E'), '/search?q=rfc822msgid%3Aa.b%40example.org');
  assert.equal(pathOfLink('posthorn://search/from%3Aada%20lunch/'), '/search?q=from%3Aada+lunch');
  assert.equal(pathOfLink('posthorn:'), '/');
  assert.equal(pathOfLink('posthorn://open'), '/');
  for (const link of [
    'posthorn://thread/../../etc',
    'posthorn://thread/',
    'posthorn://message/7',
    'posthorn://message/a@b%22 OR x',
    'posthorn://shutdown',
    'posthorn://evil.example/compose',
    'https://news.example/',
    'javascript:alert(1)',
    '',
  ])
    assert.equal(pathOfLink(link), undefined, link);
});

test('only the links among command-line arguments are taken for links', () => {
  const words = [
    '/opt/Posthorn/posthorn',
    '--hidden',
    'mailto:bo@example.org',
    'PostHorn://compose',
    'file:///etc/passwd',
  ];
  assert.deepEqual(linksIn(words), ['mailto:bo@example.org', 'PostHorn://compose']);
});

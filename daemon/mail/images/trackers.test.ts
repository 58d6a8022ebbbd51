import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTrackingUrl, trackerName } from './trackers.ts';

test('tracking images are recognized by host and path, and their companies are named', () => {
  const named = {
    'https://shop.us7.list-manage.com/track/open.php?u=1&id=2': 'Mailchimp',
    'http://u123.ct.sendgrid.net/wf/open?upn=abc': 'SendGrid',
    'https://links.shop.example/wf/open?upn=abc': 'SendGrid',
    'https://t.sidekickopen81.com/e1t/o/5': 'HubSpot',
    'https://abc.r.eu-west-1.awstrack.me/I0/0102': 'Amazon SES',
    'https://pixel.app.returnpath.net/pixel.gif?r=1': 'Validity',
  };
  for (const [url, name] of Object.entries(named)) {
    assert.deepEqual([isTrackingUrl(url), trackerName(url)], [true, name], url);
  }
});

test('other images of the same company, and of other companies, are not trackers', () => {
  for (const url of [
    'https://gallery.list-manage.com/images/coat.png',
    'https://www.facebook.com/images/logo.png',
    'https://notlist-manage.com/track/logo.png',
    'https://shop.example/open/door.jpg',
    'https://shop.example/pixel-art/mill.png',
    'https://[2001:db8::1]/a.gif',
  ])
    assert.equal(isTrackingUrl(url), false, url);
  assert.equal(trackerName('https://gallery.list-manage.com/pixel.gif'), 'Mailchimp');
  assert.equal(trackerName('https://shop.example/a.gif'), undefined);
});

import assert from 'node:assert/strict';
import { afterEach, beforeEach, suite, test } from 'node:test';
import type { DesktopNotification } from '../../daemon/notifications/desktop.ts';
import { openTestShell } from './test-shell.ts';

const notice: DesktopNotification = {
  id: 'thread-1',
  kind: 'mail',
  title: 'Ada Lovelace',
  body: 'The proofs',
  path: '/inbox/m/thread-1',
  actions: [
    { id: 'archive', label: 'Archive' },
    { id: 'reply', label: 'Reply', path: '/compose?reply=1' },
  ],
};

suite('notifications of the desktop', () => {
  let opened: ReturnType<typeof openTestShell>;
  beforeEach(() => {
    opened = openTestShell();
    opened.window().hide();
  });
  afterEach(() => opened.close());
  const shown = () => opened.desktop.notifications.filter(({ isShown }) => isShown);
  const first = () => {
    const [notification] = shown();
    assert.ok(notification);
    return notification;
  };

  test('a notification is silent, because the chimes sound, and has its actions', () => {
    opened.shell.showNotification(notice);
    const { title, body, silent, actions } = first().options;
    assert.deepEqual([title, body, silent], ['Ada Lovelace', 'The proofs', true]);
    assert.deepEqual(actions, [
      { type: 'button', text: 'Archive' },
      { type: 'button', text: 'Reply' },
    ]);
  });

  test('on macOS a reply is written in the notification, and is passed on once', (t) => {
    const { platform } = process;
    t.after(() => Object.defineProperty(process, 'platform', { value: platform }));
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    opened.close();
    opened = openTestShell();
    opened.window().hide();
    opened.shell.showNotification(notice);
    const notification = first();
    assert.deepEqual(notification.options['actions'], [{ type: 'button', text: 'Archive' }]);
    assert.equal(notification.options['hasReply'], true);
    notification.emit('reply', { reply: 'Thanks, Ada' });
    assert.deepEqual(opened.calls, [['replied', 'thread-1', 'Thanks, Ada']]);
  });

  test('a notification replaces the earlier one of its conversation, and outdated ones are withdrawn', () => {
    opened.shell.showNotification(notice);
    opened.shell.showNotification({ ...notice, title: 'Ada and Bo' });
    opened.shell.showNotification({ ...notice, id: 'thread-2' });
    assert.deepEqual(
      shown().map(({ title }) => title),
      ['Ada and Bo', 'Ada Lovelace'],
    );
    opened.shell.withdrawNotifications(['thread-1', 'never-shown']);
    assert.equal(shown().length, 1);
  });

  test('a click opens the subject of the notification, an action is passed on, and a reply opens the composer', () => {
    opened.shell.showNotification(notice);
    first().emit('click', {});
    assert.equal(opened.window().isShown, true);
    opened.window().hide();
    opened.shell.showNotification(notice);
    first().emit('action', { actionIndex: 0 });
    opened.shell.showNotification(notice);
    first().emit('action', { actionIndex: 1 });
    opened.window().hide();
    opened.shell.showNotification(notice);
    first().emit('action', { actionIndex: 7 });
    assert.deepEqual(opened.calls, [['acted', 'thread-1', 'archive']]);
    assert.deepEqual(opened.window().webContents.sent, [
      ['posthorn:open', '/inbox/m/thread-1'],
      ['posthorn:open', '/compose?reply=1'],
    ]);
  });

  test('new mail is not shown as a notification while the window has the focus, but problems are', () => {
    opened.shell.open();
    opened.shell.showNotification(notice);
    assert.deepEqual(shown(), []);
    opened.shell.showNotification({ ...notice, id: 'trouble', kind: 'trouble' });
    assert.equal(shown().length, 1);
  });

  test('the number of kept notifications is limited, and all are closed with the app', () => {
    for (let count = 0; count < 80; count++) opened.shell.showNotification({ ...notice, id: `thread-${count}` });
    assert.equal(shown().length, 50);
    opened.shell.close();
    assert.equal(shown().length, 0);
  });
});

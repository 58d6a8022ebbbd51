import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createUpdateScheduler } from './held-updates.ts';

function setup() {
  const target = new EventTarget();
  const schedule = createUpdateScheduler(target as Pick<Window, 'addEventListener'>);
  return { schedule, send: (type: string) => target.dispatchEvent(new Event(type)) };
}

suite('updates of queries', () => {
  test('wait while the button is pressed, and come in order with the click', ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { schedule, send } = setup();
    const reported: number[] = [];
    send('pointerdown');
    schedule(() => reported.push(1));
    schedule(() => reported.push(2));
    mock.timers.tick(1_000);
    send('pointerup');
    mock.timers.tick(1);
    assert.equal(reported.length, 0, 'the click may come later than the release');
    send('click');
    schedule(() => reported.push(3));
    mock.timers.tick(0);
    assert.deepEqual(reported, [1, 2, 3]);
  });

  const ends = {
    'a release without a click': ['pointerup'],
    'a gesture that the browser takes over': ['pointercancel'],
    'a window that loses the focus': ['blur'],
    'a release that the page does not see': [],
  };
  for (const [end, events] of Object.entries(ends)) {
    test(`do not wait longer after ${end}`, ({ mock }) => {
      mock.timers.enable({ apis: ['setTimeout'] });
      const { schedule, send } = setup();
      const notify = mock.fn();
      send('pointerdown');
      schedule(notify);
      for (const event of events) send(event);
      mock.timers.tick(events.length > 0 ? 50 : 2_000);
      mock.timers.tick(0);
      assert.equal(notify.mock.callCount(), 1);
    });
  }

  test('are not held without a press', ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { schedule, send } = setup();
    const notify = mock.fn();
    send('pointerup');
    schedule(notify);
    mock.timers.tick(0);
    assert.equal(notify.mock.callCount(), 1);
  });
});

import { Failure } from '../base/failure.ts';

type DemoAccount = { key: string; name: string; email: string; seed: number; count: number };

/**
 * The two accounts of the demo, whose mailboxes together contain `count` messages (500 to 200,000). They belong to the same
 * owner. Throws a `Failure` of kind `invalid` for any other count.
 */
export function demoAccounts(count: number): [personal: DemoAccount, work: DemoAccount] {
  if (!Number.isInteger(count) || count < 500 || count > 200_000)
    throw new Failure(
      'invalid',
      'demo_count',
      `The demo mailbox cannot hold ${count} messages. Choose a whole number from 500 to 200,000.`,
    );
  const personal = Math.ceil(count * 0.6);
  return [
    {
      key: 'demo-personal',
      name: 'Demo Personal',
      email: 'robin.vale@vale.example',
      seed: 20_260_406,
      count: personal,
    },
    {
      key: 'demo-work',
      name: 'Demo Work',
      email: 'robin.vale@lanternworks.example',
      seed: 18_400_506,
      count: count - personal,
    },
  ];
}

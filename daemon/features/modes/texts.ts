/** The lines that the daemon writes for Now. */

const messagesText = (count: number) => (count === 1 ? '1 message' : `${count} messages`);
export const sendersText = (count: number) => (count === 1 ? '1 sender' : `${count} senders`);

export const nowHeader = 'Now';
export const nothingNow = 'Nothing needs you now.';
export const readingLater = 'Something to read is suggested from 17:00.';

export function headline(people: number): string {
  if (people === 0) return 'No one is waiting for you.';
  return people === 1 ? '1 person is waiting for your reply.' : `${people} people are waiting for your reply.`;
}

export function morePeople(count: number): string {
  return count === 1 ? '1 more person in Messages' : `${count} more people in Messages`;
}

export function overload(people: number): string {
  return `${people} people are waiting. These three have waited longest.`;
}

export function updates(messages: number, senders: number): string {
  return `${messagesText(messages)} from ${sendersText(senders)}`;
}

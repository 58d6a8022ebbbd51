const maxNames = 4;

/**
 * The participants of a conversation, oldest first, shortened for a row: the first in full, the others by their first word,
 * and an ellipsis for omitted ones.
 */
export function joinSenders(senders: readonly string[] | undefined, sender: string): string {
  const names = [...new Set(senders?.length ? senders : [sender])];
  const [first = '', ...others] = names;
  const short = others.map(firstName);
  if (names.length <= maxNames) return [first, ...short].join(', ');
  return [first, '…', ...short.slice(-2)].join(', ');
}

function firstName(name: string): string {
  if (name.includes('@')) return name;
  const [first = name, ...rest] = name.split(' ');
  // "The Slow Letter" and "A. Turing" are not recognizable by their first word.
  return rest.length > 2 || /^(the|a|an|\p{L}\.?)$/iu.test(first) ? name : first;
}

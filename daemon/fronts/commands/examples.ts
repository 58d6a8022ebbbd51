/** What people write most often, by command: for the help, the manual page and `posthorn commands`. */
const examples: Readonly<Record<string, readonly string[]>> = {
  list: ['posthorn list', 'posthorn list sent --limit 5', 'posthorn list --account all --json'],
  search: ['posthorn search from:ada is:unread', 'posthorn search \'subject:"board meeting" newer:1m\' --messages'],
  show: ['posthorn show be61', 'posthorn show be61 --mark-read'],
  events: ['posthorn events --follow --category mail'],
  reply: ["posthorn reply be61 --body 'Thursday suits me.' --send", 'posthorn reply be61 --all --body - < answer.md'],
  compose: [
    "posthorn compose --to ada@example.org --subject Boat --body 'Shall we sail on Friday?'",
    'posthorn compose --to ada@example.org --subject Report --body - --attach report.pdf --send < letter.md',
  ],
  send: ['posthorn send 0429', 'posthorn send 0429 --at 2026-03-12T08:00+01:00'],
  archive: ['posthorn archive be61 642c', 'posthorn archive --query "in:inbox older:1m" --dry-run'],
  label: ['posthorn label be61 --add Travel', 'posthorn label --create Travel'],
  snooze: ['posthorn snooze be61 --until tomorrow', 'posthorn snooze be61 --wake'],
  undo: ['posthorn undo', 'posthorn undo --list'],
  token: ['posthorn token create Digest --scope read --expires 2026-12-31T00:00Z'],
  api: ['posthorn api mailbox.list --field limit=5', 'posthorn api search.count --field q=is:unread'],
};

export function examplesOf(command: string): readonly string[] {
  return examples[command] ?? [];
}

/** The end of the help of a command. */
export function examplesText(command: string): string {
  const lines = examplesOf(command);
  return lines.length === 0 ? '' : ['', 'Examples:', ...lines.map((line) => `  ${line}`)].join('\n');
}

export const programs = ['claudeCode', 'claudeDesktop', 'cursor', 'vsCode', 'other'] as const;
export type Program = (typeof programs)[number];

/** What a program needs to reach the tool server: one command, or an entry of its settings file. */
export function setupOf(program: Program, { url, token }: { url: string; token: string }): string {
  const authorization = `Bearer ${token}`;
  const http = { url, headers: { Authorization: authorization } };
  switch (program) {
    case 'claudeCode':
      return `claude mcp add --transport http posthorn ${url} --header "Authorization: ${authorization}"`;
    case 'vsCode':
      return `code --add-mcp '${JSON.stringify({ name: 'posthorn', type: 'http', ...http })}'`;
    case 'claudeDesktop':
      return entry({ command: 'posthorn', args: ['mcp'], env: { SVC_MCP_TOKEN: token } });
    case 'cursor':
      return entry(http);
    case 'other':
      return entry({ type: 'http', ...http });
  }
}

function entry(server: object): string {
  return JSON.stringify({ mcpServers: { posthorn: server } });
}

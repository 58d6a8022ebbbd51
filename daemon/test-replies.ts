import { isFile, isFileContent } from './contract/define.ts';
import { schemaCollection, type JsonSchema } from './contract/json-schema.ts';
import { schemaCompiler } from './contract/test-schema.ts';
import { requestsByName } from './contract.ts';

let check: ((name: string, reply: unknown) => string | undefined) | undefined;

/** Throws where a reply, as sent, does not match the documented schema of its row. */
export function checkReply(name: string, reply: unknown): void {
  check ??= replyChecker();
  const problem = check(name, reply);
  if (problem !== undefined) throw new Error(`${name} replied what its row does not say: ${problem}`);
}

function replyChecker(): (name: string, reply: unknown) => string | undefined {
  const { components, output } = schemaCollection();
  const schemas = new Map<string, JsonSchema>();
  for (const [name, row] of requestsByName()) {
    const answer = isFile(row.output) ? row.output.json : row.output;
    if (answer) schemas.set(name, output(answer));
  }
  const compile = schemaCompiler(components);
  return (name, reply) => {
    const schema = isFileContent(reply) ? undefined : schemas.get(name);
    return schema && compile(schema)(JSON.parse(JSON.stringify(reply)));
  };
}

import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { readDocument } from './operations.ts';
import { pythonClient } from './python.ts';
import { typescriptClient } from './typescript.ts';

const clients = join(import.meta.dirname, '..');

/** The generated files by path, as they should be. */
export async function generatedFiles(): Promise<Map<string, string>> {
  const { operations, schemas } = readDocument();
  const typescript = join(clients, 'typescript', 'posthorn.ts');
  const { api, types } = pythonClient(operations, schemas);
  const style = await resolveConfig(typescript);
  const formatted = await format(typescriptClient(operations, schemas), { ...style, filepath: typescript });
  return new Map([
    [typescript, formatted],
    [join(clients, 'python', 'posthorn', 'api.py'), api],
    [join(clients, 'python', 'posthorn', 'types.py'), types],
  ]);
}

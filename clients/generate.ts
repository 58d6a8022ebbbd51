/** `node clients/generate.ts`: writes the generated files of the clients from the OpenAPI document. */
import { writeFileSync } from 'node:fs';
import { generatedFiles } from './generator/files.ts';

for (const [path, text] of await generatedFiles()) writeFileSync(path, text);

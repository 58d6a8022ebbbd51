/**
 * Prints the configuration of electron-builder in force, as JSON, after the builder itself has validated it against its
 * schema. Argument: the platform for which it is computed. Ends with an error if it is invalid.
 */
import { join } from 'node:path';

const [platform = process.platform] = process.argv.slice(2);
const project = join(import.meta.dirname, '..', '..');

type Builder = {
  getConfig(project: string, file: string, overrides: null): Promise<object>;
  validateConfiguration(config: object, debug: { isEnabled: boolean; add(): void }): Promise<void>;
};
const builder: string = 'app-builder-lib/out/util/config/config.js';
const { getConfig, validateConfiguration } = (await import(builder)) as Builder;

// The configuration is computed for the platform on which it is loaded.
Object.defineProperty(process, 'platform', { value: platform });
const config = await getConfig(project, 'electron-builder.yml', null);
await validateConfiguration(config, { isEnabled: false, add: () => undefined });
// The builder writes lines of its own before it.
process.stdout.write(`\n${JSON.stringify(config)}`);

import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { extractAll } from '@electron/asar';

export const project = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

/** The position of the fuses in an Electron executable, and their default states: version, count, states. */
const fuses = ['dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX', '\u0001\u0008', '10110001'].join('');

export type PackedApp = {
  /** The archive and the files beside it, extracted into one folder as the app sees them. */
  folder: string;
  /** Every file of the app, below `folder`. */
  files: string[];
  /** The files beside the archive, which the system loads or starts. */
  unpacked: string[];
  /** The bytes the app adds to Electron, as installed. */
  bytes: number;
  program: string;
  /** The path of the archive, as Electron reports it to the app. */
  resources: string;
  /** The output of the packager. */
  output: string;
};

/** Packs the app as for Linux, with a stand-in for Electron's executable, below `folder`. Page and bundle must be built. */
export async function packApp(folder: string): Promise<PackedApp> {
  for (const path of ['dist/bundle/preload.cjs', 'web/dist/index.html'])
    if (!existsSync(join(project, path))) throw new Error(`${path} is missing: run "npm run build" and try again.`);
  const electronDist = fakeElectron(join(folder, 'electron'));
  const output = join(folder, 'packages');
  const args = ['--config', 'electron-builder.yml', '--linux', 'dir', '--publish', 'never'];
  const { stdout } = await runNode(
    'node_modules/electron-builder/cli.js',
    ...args,
    `-c.electronDist=${electronDist}`,
    `-c.directories.output=${output}`,
  );
  const installed = join(output, 'linux-unpacked');
  const resources = join(installed, 'resources');
  const app = join(folder, 'app');
  extractAll(join(resources, 'app.asar'), app);
  return {
    folder: app,
    files: filesIn(app),
    unpacked: filesIn(join(resources, 'app.asar.unpacked')),
    bytes: filesIn(resources).reduce((sum, path) => sum + statSync(join(resources, path)).size, 0),
    program: join(installed, 'posthorn-app'),
    resources,
    output: stdout,
  };
}

/** Runs a program without environment variables of the user who runs the tests: certificates, feeds. */
function runNode(...args: string[]) {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE };
  return run(process.execPath, args, { cwd: project, env, maxBuffer: 16_000_000 });
}

function fakeElectron(folder: string): string {
  mkdirSync(join(folder, 'locales'), { recursive: true });
  for (const name of ['en-US', 'de']) writeFileSync(join(folder, 'locales', `${name}.pak`), '');
  writeFileSync(join(folder, 'version'), '0.0.0');
  writeFileSync(join(folder, 'electron'), `#!/bin/sh\nexit 1\n${fuses}`, { mode: 0o755 });
  return folder;
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted();
}

/** The packages in `node_modules` of the packed app. */
export function packagesIn({ folder }: PackedApp): string[] {
  return globSync('node_modules/{@*/*,[!@]*}/package.json', { cwd: folder })
    .map((path) => path.split('/').slice(1, -1).join('/'))
    .toSorted();
}

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './process.ts';

const run = promisify(execFile);

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly bin: { readonly nonet: string };
}

interface Packed {
  readonly archive: string;
  readonly files: readonly { readonly path: string }[];
}

let packed: Promise<Packed> | undefined;

/** Packs the package of the checkout, once in a process. */
async function pack(): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-packed-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', words, { cwd: root });
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: Packed['files'] }];
  return { archive: join(folder, filename), files };
}

/** Installs the package, as it is packed from the checkout, into a project with its dependencies and others; returns what it holds. */
export async function installPackage(
  folder: string,
  others: readonly string[] = [],
): Promise<readonly { path: string }[]> {
  const { dependencies, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  const modules = join(folder, 'node_modules');
  packed ??= pack();
  const { archive, files } = await packed;
  const target = join(modules, 'nonet');
  mkdirSync(target, { recursive: true });
  await run('tar', ['-xzf', archive, '-C', target, '--strip-components', '1']);
  for (const name of [...Object.keys(dependencies), ...others]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  mkdirSync(join(modules, '.bin'), { recursive: true });
  symlinkSync(join('../nonet', bin.nonet), join(modules, '.bin/nonet'));
  return files;
}

/** Does what `npm run create FOLDER` does, without building and installing from the registry; returns what it prints. */
export async function createProject(from: string, folder: string): Promise<string> {
  const tools = mkdtempSync(join(tmpdir(), 'nonet-create-'));
  try {
    await installPackage(tools);
    const program = join(tools, 'node_modules/.bin/nonet');
    const document = join(folder, `${basename(folder)}.md`);
    const { stdout } = await run(process.execPath, [program, 'init', document, '--project'], { cwd: from });
    await installPackage(join(from, folder));
    return stdout;
  } finally {
    rmSync(tools, { recursive: true });
  }
}

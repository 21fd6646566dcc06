import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import { describePythonClient } from '../../src/describe/client/python/index.ts';
import { toNodeHandler } from '../../src/index.ts';
import { readDocument } from '../../src/parts/index.ts';
import { buildWholePlanOf } from '../../src/parts/plan/whole-version.ts';
import type { TestService } from '../../src/testing.ts';
import { createSource } from '../../src/text/location.ts';

const version = spawnSync('python3', ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], { encoding: 'utf8' });
const [major = 0, minor = 0] = (version.stdout ?? '').trim().split('.').map(Number);
const isUsable = major > 3 || (major === 3 && minor >= 11);

/** Why tests that run Python are left out; `false`: they run. */
export const pythonSkip: string | false = isUsable ? false : 'python3 (3.11 or newer) is not installed';

/** Generates the Python client of a document, and of a version of it. */
export async function generatePythonClient(file: string, name?: string): Promise<string> {
  const source = createSource(basename(file), await readFile(file, 'utf8'));
  return describePythonClient(buildWholePlanOf(readDocument(source).service, name)!);
}

/** Runs Python in a folder, whose modules it can import; returns what it prints. Throws what it prints of an error. */
export async function runPython(
  folder: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const options = {
    cwd: folder,
    env: { ...env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1', no_proxy: '*', ...variables },
    timeout: 60_000,
  };
  try {
    return (await promisify(execFile)('python3', ['-W', 'error', ...args], options)).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${stdout}${stderr}`, { cause: (error as Error).name });
  }
}

/** Serves a service at a port of its own; returns its address, and the end of the server. */
export async function listen(service: TestService): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer(toNodeHandler(service)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

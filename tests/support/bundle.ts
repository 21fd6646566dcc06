import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process.ts';

/** Copies the bundle without the packages around it. Returns the program. */
export function copyBundle(folder: string): string {
  cpSync(join(root, 'dist'), join(folder, 'package/dist'), { recursive: true });
  copyFileSync(join(root, 'package.json'), join(folder, 'package/package.json'));
  return join(folder, 'package/dist/bin/nonet.js');
}

/** What a service answers to a create, and the status that it ends with. */
export async function servedOnce(
  runtime: string,
  words: readonly string[],
  key: string,
  cwd: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = { ...process.env, NO_COLOR: '1', ...variables };
  const child = spawn(runtime, [...words, '--port', '0'], { cwd, env });
  const ended = once(child, 'close') as Promise<[number | null]>;
  const address = await new Promise<string>((resolved, rejected) => {
    let printed = '';
    const heard = (chunk: Buffer): void => {
      printed += chunk;
      const found = /^listening on (\S+)$/m.exec(printed);
      if (found !== null) resolved(found[1]!);
    };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', heard);
    ended.then(() => rejected(new Error(printed)), rejected);
  });
  const { status } = await fetch(`${address}/customers`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: '{"name":"Ada"}',
  });
  child.kill('SIGTERM');
  return `${status}, then ${(await ended)[0]}`;
}

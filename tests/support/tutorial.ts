import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A step of a page that a reader takes: a file to write, or commands to type with what they print. */
type Step =
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'command'; readonly line: string; readonly shown: string };

/** Lists the steps of a page: blocks `markdown FILE` and `ts FILE`, and the lines of `console` blocks after `$ `. */
export function listSteps(page: string): readonly Step[] {
  return [...page.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```/gm)].flatMap(([, language, name, text]): Step[] => {
    if (name !== undefined) return [{ kind: 'file', name, text: text! }];
    if (language !== 'console') return [];
    return text!
      .split(/^\$ /m)
      .slice(1)
      .map((piece): Step => {
        const [line = '', ...shown] = piece.trimEnd().split('\n');
        return { kind: 'command', line, shown: shown.join('\n') };
      });
  });
}

/** Writes a file; a text that begins with a part replaces that part of the file, or is its new last part. */
function write(file: string, text: string): void {
  const heading = /^## .*$/m.exec(text.startsWith('## ') ? text : '')?.[0];
  if (heading === undefined || !existsSync(file)) {
    writeFileSync(file, text);
    return;
  }
  const parts = readFileSync(file, 'utf8').split(/^(?=## )/m);
  const at = parts.findIndex((part) => part.startsWith(`${heading}\n`));
  const before =
    heading === '## States and transitions' ? parts.findIndex((part) => part.startsWith('## Endpoints')) : -1;
  if (at >= 0) parts[at] = `${text}\n`;
  else if (before >= 0) parts.splice(before, 0, `${text}\n`);
  else parts.push(`\n${text}`);
  writeFileSync(file, parts.join('').replace(/\n{3,}/g, '\n\n'));
}

/**
 * Takes the steps of a page in a folder; throws where a command prints something else than the page shows. The first ones are
 * typed in a checkout: `create` does what `npm run create FOLDER` does there, and returns what it printed.
 */
export async function takeSteps(
  steps: readonly Step[],
  folder: string,
  env: NodeJS.ProcessEnv,
  create: (from: string, folder: string) => Promise<string>,
): Promise<number> {
  let cwd = folder;
  let serving: ChildProcess | undefined;
  const stop = async (): Promise<void> => {
    if (serving === undefined) return;
    const ended = once(serving, 'close');
    process.kill(-serving.pid!, 'SIGINT');
    await ended;
    serving = undefined;
  };
  try {
    for (const step of steps) {
      if (step.kind === 'file') {
        write(join(cwd, step.name), step.text);
        continue;
      }
      const { line, shown } = step;
      const [, created] = /^npm run create (\S+)$/.exec(line) ?? [];
      if (created !== undefined) {
        compare(line, await create(cwd, created), shown);
        continue;
      }
      if (/^(rm|npx nonet keys|npx nonet serve|node --test)/.test(line)) await stop();
      if (/ serve |^npm start$/.test(line)) {
        const words = line.replace('npx nonet', 'node_modules/.bin/nonet');
        serving = spawn('bash', ['-c', `exec ${words}`], { cwd, env, detached: true });
        compare(line, await readUntilListening(serving, line), shown);
        continue;
      }
      if (line.startsWith('cd ')) {
        cwd = join(cwd, line.slice('cd '.length));
        continue;
      }
      compare(line, await run(line, cwd, env), shown);
    }
  } finally {
    await stop();
  }
  return steps.length;
}

async function readUntilListening(child: ChildProcess, line: string): Promise<string> {
  let printed = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(child, 'close').then(() => false);
  while (!/^listening on .*\n/m.test(printed)) {
    const more = await Promise.race([ended, once(child.stdout!, 'data').then(() => true)]);
    if (!more) throw new Error(`$ ${line}\nended and printed\n${printed}`);
  }
  return printed;
}

function run(line: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve) => {
    execFile('bash', ['-c', `{ ${line}\n} 2>&1`], { cwd, env }, (_, stdout) => resolve(stdout));
  });
}

/** `…` alone on a line stands for any lines, inside a line for any text. */
function compare(line: string, printed: string, shown: string): void {
  const pattern = shown
    .split('\n')
    .map((each) => (each === '…' ? '(?:.*\n)*?' : `${each.split('…').map(escapeText).join('.*')}\n`))
    .join('');
  const text = `${printed.replaceAll('\r', '').trim()}\n`;
  const wanted = shown === '' ? /^\n$/ : new RegExp(`^${pattern}$`);
  if (!wanted.test(text)) throw new Error(`$ ${line}\nprinted\n${text}\nand the page says\n${shown}`);
}

function escapeText(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

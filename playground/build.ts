import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { bundlePlayground } from './bundle.ts';
import { serve } from './serve.ts';

// Writes the playground as static files into `playground/dist/`, or the folder of `--out`. `--serve` serves it on this machine,
// on port 4173 or that of `--port`.
const flag = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : (process.argv[at + 1] ?? '');
};
const target = resolve(flag('out') ?? join(import.meta.dirname, 'dist'));
const files = await bundlePlayground();
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
let size = 0;
for (const [name, content] of files) {
  writeFileSync(join(target, name), content);
  size += content.length;
}
console.log(`${target}: the playground in ${files.size} files, ${(size / 1e6).toFixed(1)} MB`);
if (flag('serve') === undefined) {
  console.log('Any web server can serve this folder. To look at it: npm run playground -- --serve');
} else {
  const address = await serve(target, Number(flag('port') ?? 4173));
  console.log(`${address} serves ${relative('.', target)}. Press Ctrl+C to end.`);
}

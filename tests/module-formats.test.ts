import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadModule } from '../src/cli/document/module/run.ts';
import { buildPlan, readDocument } from '../src/parts/index.ts';
import { createSource } from '../src/text/location.ts';
import { inFolder } from './support/process.ts';

test('a project of CommonJS is told how its module runs, and .mts, .js and .mjs run beside a document too', () =>
  inFolder(async (folder) => {
    const document = join(folder, 'shop.md');
    writeFileSync(
      document,
      '# Shop\n\n## Endpoints\n\n| Operation | Method | Path | Response |\n| --- | --- | --- | --- |\n| ping (handler) | POST | /ping | 204 |\n',
    );
    const code = "import { implement } from 'nonet';\nexport default implement({ ping: () => undefined });\n";
    const plan = buildPlan(readDocument(createSource(document, readFileSync(document, 'utf8'))).service);
    const load = (extension: string): Promise<unknown> => {
      writeFileSync(join(folder, `shop${extension}`), code);
      return loadModule(document, plan).finally(() => rmSync(join(folder, `shop${extension}`)));
    };
    writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
    for (const extension of ['.mts', '.mjs']) assert.ok(await load(extension), extension);
    for (const extension of ['.ts', '.js']) {
      await assert.rejects(
        load(extension),
        /shop\.([tj]s): failed to run the module: Node treats it as CommonJS because of the nearest package\.json\. Run `npm pkg set type=module`, or rename the file to shop\.m\1$/,
      );
    }
  }));

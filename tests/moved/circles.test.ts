import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runWell } from '../support/here.ts';
import { freshDatabase } from '../support/postgres.ts';
import { inFolder, root } from '../support/process.ts';

test('records that refer to each other in a circle are loaded, in whatever order they stand', async () => {
  await inFolder(async (folder) => {
    const [document, data] = [join(folder, 'tree.md'), join(folder, 'tree.jsonl')];
    const table = (...rows: readonly string[]): string =>
      ['| Field | Type | Constraints |', '| --- | --- | --- |', ...rows].join('\n');
    const subjects = `### Team\n\n${table('| id | string | identity; required |', '| lead | ref Person | on delete clear |')}

### Person\n\n${table(
      '| id | string | identity; required |',
      '| team | ref Team | required; on delete restrict |',
      '| boss | ref Person | on delete clear |',
      '| number | int64 | assigned |',
    )}`;
    const empty = readFileSync(join(root, 'tests/documents/empty.md'), 'utf8');
    writeFileSync(
      document,
      empty.replace(
        /(## Resources and their fields\n\n)[\s\S]*?(?=\n## )/,
        (_all, heading) => `${heading}${subjects}\n`,
      ),
    );
    const lines = [
      { resource: 'Person', record: { id: 'p2', team: 't1', boss: 'p1' } },
      { resource: 'Team', record: { id: 't1', lead: 'p2' } },
      { resource: 'Person', record: { id: 'p1', team: 't1', number: 5 } },
      // Records of one resource in a circle, and one that leads into it.
      { resource: 'Person', record: { id: 'q0', team: 't1', boss: 'q1', number: 7 } },
      { resource: 'Person', record: { id: 'q1', team: 't1', boss: 'q2', number: 8 } },
      { resource: 'Person', record: { id: 'q2', team: 't1', boss: 'q3', number: 9 } },
      { resource: 'Person', record: { id: 'q3', team: 't1', boss: 'q1', number: 10 } },
      { resource: 'Person', record: { id: 'self', team: 't1', boss: 'self', number: 11 } },
    ];
    writeFileSync(data, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const stores = [`sqlite:${join(folder, 'tree.db')}`, await freshDatabase()];
    for (const store of stores) {
      await runWell(['load', document, data, '--store', store]);
      const { out } = await runWell(['export', document, '--store', store]);
      const records = out.split('\n').filter((line) => line.includes('"record"'));
      assert.deepEqual(
        records.map((line) => JSON.parse(line).record),
        [
          { id: 't1', lead: 'p2' },
          { id: 'p1', team: 't1', number: 5 },
          { id: 'p2', team: 't1', boss: 'p1', number: 12 },
          { id: 'q0', team: 't1', boss: 'q1', number: 7 },
          { id: 'q1', team: 't1', boss: 'q2', number: 8 },
          { id: 'q2', team: 't1', boss: 'q3', number: 9 },
          { id: 'q3', team: 't1', boss: 'q1', number: 10 },
          { id: 'self', team: 't1', boss: 'self', number: 11 },
        ],
      );
    }
  });
});

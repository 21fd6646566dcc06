import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { freshDatabase } from '../../../tests/support/postgres.ts';
import { said } from '../shared/terminal.fixture.ts';

const page = (member: string): string => `# Things

## Resources and their fields

### Part (object)

| Field | Type | Constraints |
| --- | --- | --- |
| text | string | required |
${member}
### Thing

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| part | Part | required |

## Endpoints

| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create Thing | /things | \`Thing\` | 201 \`Thing\` |
`;

test('a flag that allows the loss of a member of an object has an effect', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [file, records] = [join(folder, 'things.md'), join(folder, 'Thing.jsonl')];
  writeFileSync(records, '{"part": {"text": "a", "pin": "1"}}\n');
  for (const address of [`sqlite:${join(folder, 'things.db')}`, await freshDatabase()]) {
    const store = ['--store', address];
    writeFileSync(file, page('| pin | string | |\n'));
    const loaded = await said(['load', file, records, ...store]);
    assert.equal(loaded.status, 0, loaded.err.join('\n'));
    writeFileSync(file, page(''));
    const refused = await said(['migrate', file, ...store]);
    assert.match(refused.out.join('\n'), /1 record: Part\.pin would be lost/);
    const other = await said(['migrate', file, '--dry-run', '--allow-data-loss', 'Part.pim', ...store]);
    assert.match(other.err.join('\n'), /Part\.pim has no effect.* Did you mean Part\.pin\?/);
    const migrated = await said(['migrate', file, '--allow-data-loss', 'Part.pin', ...store]);
    assert.deepEqual([migrated.status, migrated.err.join('\n')], [0, '']);
  }
});

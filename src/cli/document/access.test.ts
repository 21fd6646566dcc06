import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { said } from '../shared/terminal.fixture.ts';

const text = `# Desk

## Resources and their fields

### Ticket

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| pin | string | write-only |
| alike | integer | = \`Ticket.count(t, t.shop == shop)\` |

## Endpoints

| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create Ticket | /tickets | \`Ticket\` | 201 \`Ticket\` |
| read Ticket | /tickets/{id} | | 200 \`Ticket(all except shop)\` |

## Authentication

| Scheme | Kind | Sent in |
| --- | --- | --- |
| key | api key | header X-Key |

| Scope | Allows | Where |
| --- | --- | --- |
| desk | all | \`shop == caller.shop\` |
| view | read Ticket | \`shop == caller.shop or caller.id == "boss"\` |

### Caller

| Attribute | Type |
| --- | --- |
| shop | string |
`;

let folder: string;
let file: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'nonet-access-'));
  file = join(folder, 'desk.md');
  writeFileSync(file, text);
});
after(() => rmSync(folder, { recursive: true }));

test('JSON has the form that docs/access.md states', async () => {
  const { status, out } = await said(['access', '--json', file]);
  assert.equal(status, 0);
  const { warnings, ...report } = JSON.parse(out.join('\n'));
  const some = (where: string, line: number): object => ({ may: 'some', where: [where], lines: [line] });
  const none = { may: 'none', where: [], lines: [] };
  const own = 'shop == caller.shop';
  assert.deepEqual(report, {
    document: file,
    audiences: ['desk', 'view'],
    operations: [
      {
        operation: 'create Ticket',
        method: 'POST',
        path: '/tickets',
        resource: 'Ticket',
        line: 18,
        permissions: { desk: some(own, 29), view: none },
      },
      {
        operation: 'read Ticket',
        method: 'GET',
        path: '/tickets/{id}',
        resource: 'Ticket',
        line: 19,
        permissions: { desk: some(own, 29), view: some(`${own} or caller.id == "boss"`, 30) },
      },
    ],
    tenant: null,
    fields: [{ of: 'Ticket', audience: 'view', unseen: ['shop'], unsent: [] }],
    hidden: [{ resource: 'Ticket', field: 'pin', direction: 'write-only', line: 11 }],
    reveals: [
      {
        value: 'Ticket.alike',
        words: 'Ticket.count(t, t.shop == shop)',
        line: 12,
        of: 'Ticket',
        by: 'count',
        to: [
          { audience: 'desk', reads: 'some' },
          { audience: 'view', reads: 'some' },
        ],
      },
    ],
    changes: [],
    links: [],
  });
  assert.deepEqual(
    warnings.map(({ code }: { code: string }) => code),
    ['authentication/opens-every-record'],
  );
});

test('--fail-on decides the exit status by each finding', async () => {
  const statusOf = async (...flags: readonly string[]): Promise<number> =>
    (await said(['access', ...flags, file])).status;
  assert.equal(await statusOf(), 0);
  assert.equal(await statusOf('--fail-on', 'public'), 0);
  assert.equal(await statusOf('--fail-on', 'warnings'), 1);
  assert.equal(await statusOf('--fail-on', 'public,reveals'), 1);
  assert.equal(await statusOf('--fail-on', 'public', '--fail-on', 'warnings', '--json'), 1);
  assert.equal(await statusOf('--fail-on', 'everything'), 2);
});

test('a line of the output fits 80 columns', async () => {
  const { out } = await said(['access', file]);
  const [drawing = ''] = out;
  assert.ok(drawing.includes('Values from records'), drawing);
  for (const line of drawing.split('\n')) assert.ok([...line].length <= 80, line);
});

test('signed links are listed with their time', async () => {
  const linked = join(folder, 'linked.md');
  const row = '| read Ticket | /tickets/{id} | | 200 `Ticket(all except shop)` |';
  const scan = '| read Ticket as scan | /tickets/{id}/scan | | 200 `Ticket.scan` |';
  const stated = text
    .replace('| pin |', '| scan | file | |\n| pin |')
    .replace('200 `Ticket(all except shop)`', '200 `Ticket(all except shop, link?: = scan.link())`')
    .replace('\n## Authentication', `${scan}\n\n### scan\n\n- Signed links: 2 hours\n\n## Authentication`);
  assert.notEqual(stated.includes(row), true);
  writeFileSync(linked, stated.replace(`\n\n${scan}`, `\n${scan}`));
  const { out } = await said(['access', linked]);
  assert.match(
    out.join('\n'),
    /Signed links, which need no credential\n {2}scan: for 2 hours after a response showed the link\s\(line/,
  );
  const json = await said(['access', '--json', linked]);
  assert.deepEqual(JSON.parse(json.out.join('\n')).links, [{ operation: 'scan', milliseconds: 7_200_000, line: 25 }]);
});

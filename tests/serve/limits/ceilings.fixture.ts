import { documentText, keyed } from '../../support/document-text.fixture.ts';

/** A document whose records have no bound of their own, with bodies of at most 100 kB; `rows` are more of its Limits table. */
export function unbounded(...rows: readonly string[]): string {
  return documentText('Notes', {
    purpose: 'Keeps notes.',
    resources: `### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| text | string | |
| words | string[] | |
| data | any | |
| labels | map of string | |
| status | state | |
| size | integer | = \`size(words)\` |`,
    states: `### Note

| State | Kind |
| --- | --- |
| open | initial |
| shut | |

| From | Transition | To | Guard | Effect |
| --- | --- | --- | --- | --- |
| open, shut | grow | open | | \`text = text + text\` |
| open, shut | swell | open | | \`text = ${Array(60).fill('text').join(' + ')}\` |
| open, shut | multiply | open | | \`words = words.map(w, text)\` |
| open, shut | pile | open | | \`words = words${' + words'.repeat(60)}\` |
| open, shut | seek | open | \`words.all(w, not text.contains(w + "!"))\` | |
| open, shut | shut | shut | | |`,
    endpoints: `- Base URL: {base_url}

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Note | POST | /notes | \`Note\` | 201 \`Note\` |
| update Note | PATCH | /notes/{id} | \`Note\` | 200 \`Note(id)\` |
| read Note | GET | /notes/{id} | | 200 \`Note\` |
| list Note | GET | /notes | | 200 \`{ data: Note[], next: next cursor }\` |
| grow Note | POST | /notes/{id}/grow | | 200 \`Note(id)\` |
| swell Note | POST | /notes/{id}/swell | | 200 \`Note(id)\` |
| multiply Note | POST | /notes/{id}/multiply | | 200 \`Note(id)\` |
| pile Note | POST | /notes/{id}/pile | | 200 \`Note(id)\` |
| seek Note | POST | /notes/{id}/seek | | 200 \`Note(id)\` |
| shut Note | POST | /notes/{id}/shut | | 200 \`Note(id)\` |

### list Note

| Parameter | Maps to |
| --- | --- |
| limit | page size |
| cursor | cursor |`,
    authentication: keyed(`| all | all | \`shop == caller.shop\` |`),
    errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| wrong | 422 | invalid input |
| busy | 409 | guard fails |`,
    limits: `| Limit | Kind | Applies to | Value |
| --- | --- | --- | --- |
| body | body size | create Note, update Note | 100 kB |
${rows.join('\n')}`,
  });
}

/** The same with a transition whose effects take many times as long as the shortest timeout, and a read that works out too much. */
export function laborious(...rows: readonly string[]): string {
  const names = Array.from({ length: 400 }, (_, index) => `n${index}`);
  const fields = names.map((name) => `| ${name} | integer | |`).join('\n');
  const effects = names.map((name) => `\`${name} = sum(words.map(w, size(text)))\``).join('; ');
  const much = Array(60).fill('text').join(' + ');
  const whole = `| read Note as whole | GET | /notes/{id}/whole | | 200 \`Note(id, much: = size(${much}))\` |`;
  return unbounded()
    .replace('| size | integer', `${fields}\n$&`)
    .replace('| open, shut | shut |', `| open, shut | labor | open | | ${effects} |\n$&`)
    .replace('| shut Note | POST', `| labor Note | POST | /notes/{id}/labor | | 200 \`Note(id)\` |\n${whole}\n$&`)
    .replace('| all | all | `shop == caller.shop` |', '$&\n| guest | all Note | `shop == caller.shop` |')
    .replace('| wrong | 422', '| late | 503 | timed out |\n| away | 503 | unavailable |\n$&')
    .replace('| body | body size | create Note, update Note | 100 kB |', `$&\n${rows.join('\n')}`);
}

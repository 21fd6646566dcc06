import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';

/** Fields that are computed where their record is shown, each as optional and as nullable. */
export const team = documentText('Team', {
  purpose: `Keeps players and their matches.

- In scope: players, matches`,
  resources: `### Player

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| name | string | required |
| nick | string | |
| last | date or null | = \`Match.max(m, m.player == id, m.day)\` |
| latest | date-time or null | = \`Match.max(m, m.player == id, m.at)\` |
| first | date | = \`Match.min(m, m.player == id, m.day)\` |
| wins | integer | = \`Match.count(m, m.player == id and m.won == true)\` |
| next_win | integer | = \`wins + 1\` |
| rate | number or null | = \`1.0 / double(Match.count(m, m.player == id))\` |
| shop | string or null | = \`caller.shop\` |
| store | string | = \`caller.shop\` |
| nick_seen | string or null | = \`nick\` |
| url | string | = \`self\` |

### Match

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| player | ref Player | required |
| day | date | required |
| at | date-time | |
| won | boolean | default false |`,
  endpoints: `- Request media types: application/json, application/json-patch+json

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Player | POST | /players | \`Player\` | 201 \`Player\` |
| read Player | GET | /players/{id} | | 200 \`Player\` |
| list Player | GET | /players | | 200 \`{ data: Player[] }\` |
| update Player | PATCH | /players/{id} | \`Player\` | 200 \`Player\` |
| replace Player | PUT | /players/{id} | \`Player\` | 200 \`Player\` |
| create Match | POST | /matches | \`Match\` | 201 \`Match\` |`,
  authentication: keyed('| all | all | |'),
  errors: '- Codes: named after conditions',
  versioning: versioned(
    ['2', '1'],
    '| 2 | renamed | Player.name | title | | |\n| 2 | renamed | Player.wins | won | | |',
  ),
});

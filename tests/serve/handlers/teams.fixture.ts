import { documentText } from '../../support/document-text.fixture.ts';

/** A document whose expressions read through references at every place where they may; jobs belong to teams, each of a shop. */
export const teams = documentText('Jobs', {
  intro: 'Jobs of teams.',
  purpose: `Keeps jobs.

- In scope: jobs`,
  resources: `### Team

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| slug | string | required; unique |
| level | integer | required |
| boss | ref Person | |

### Person

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| name | string | required |

### Job

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| team | ref Team | required; on delete cascade |
| boss | ref Person | |
| home | ref Team | assigned from caller.home |
| more | More | |
| code | string | required; unique with team |
| link | uri | = \`self\` |

| Rule | Check | Error |
| --- | --- | --- |
| low | \`team.level < 5\` | too_high |
| home | \`not has(home) or home.level < 5\` | no_home |
| slow | \`not has(old) or team.level - old.team.level < 3\` | too_fast |

### More (object)

| Field | Type | Constraints |
| --- | --- | --- |
| team | ref Team | |

### Task

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| job | ref Job | on delete clear |
| team | ref Team | |
| text | string | required |
| count | integer | read-only; default 0 |

| Rule | Check | Error |
| --- | --- | --- |
| team | \`not has(team) or team.level < 5\` | too_high |`,
  states: `### Job

| From | Transition | To | Guard | Effect |
| --- | --- | --- | --- | --- |
| — | move | — | \`not has(more) or more.team.level > 1\` | \`team = input.to\` |

### Task

| From | Transition | To | Guard | Effect |
| --- | --- | --- | --- | --- |
| — | update | — | \`old.text == text\` | \`count = old.count + 1\` |`,
  endpoints: `- Base URL: https://jobs.example

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Team | POST | /teams | \`Team\` | 201 \`Team\` |
| read Team | GET | /teams/{id} | | 200 \`Team\` |
| update Team | PATCH | /teams/{id} | \`Team\` | 200 \`Team\` |
| create Person | POST | /people | \`Person\` | 201 \`Person\` |
| create Job | POST | /jobs | \`Job\` | 201 \`Job\` header Location |
| read Job | GET | /teams/{team.slug}/jobs/{code} | | 200 \`Job(all, level: = team.level)\` |
| read Job as inside | GET | /jobs/{id} | | 200 \`Job(id, more: More(team, level: = team.level), team: Team(id, chief?: = boss.name))\` |
| update Job | PATCH | /jobs/{id} | \`Job\` | 200 \`{ id: Job.id, was: = old.team.level, level: = team.level }\` |
| move Job | POST | /jobs/{id}/move | \`{ to: Job.team }\` | 200 \`Job(id, level: = team.level)\` |
| every Job (handler) | POST | /jobs/every | | 200 \`{ data: Job(id, level: = team.level, team: Team(id, chief?: = boss.name))[], said: Job.code }\` |
| whole Job (handler) | POST | /jobs/all | | 200 \`Job(id, level: = team.level)[]\` |
| turn Job (handler) | POST | /jobs/{id}/turn | \`{ to: Job.team }\` | 200 \`Job(id, level: = team.level)\` |
| delete Job | DELETE | /jobs/{id} | | 204 |
| list Job | GET | /jobs | | 200 \`Job(id, link, level: = team.level, team: Team(id, chief?: = boss.name))[]\` |
| create Task | POST | /tasks | \`Task\` | 201 \`Task\` |
| read Task | GET | /tasks/{id} | | 200 \`Task\` |
| list events | GET | /events | | 200 \`{ data: { kind: event type, body: payload }[], next: next cursor }\` |

### list Job

| Parameter | Maps to |
| --- | --- |
| limit | page size |
| skip | offset |

### list events

| Parameter | Maps to |
| --- | --- |
| cursor | cursor |`,
  authentication: `| Scheme | Kind | Sent in | Credential | Lifetime |
| --- | --- | --- | --- | --- |
| key | api key | header Authorization: Bearer | secret key | 365 days |

| Scope | Allows | Where |
| --- | --- | --- |
| all | all | \`shop == caller.shop\` |

### Caller

| Attribute | Type |
| --- | --- |
| shop | string |
| home | integer |`,
  events: `| Event | When | Payload |
| --- | --- | --- |
| job.changed | update Job, move Job | \`{ id: Job.id, was: = old.team.level, level: = team.level }\` |`,
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| too_high | 409 | |
| no_home | 409 | |
| too_fast | 409 | |
| no | 409 | guard fails on move Job |
| not_allowed | 403 | forbidden |`,
});

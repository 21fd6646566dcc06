/** A record as the rules of the generated pages read it. */
export interface Task {
  readonly id: number;
  readonly team: number;
  readonly title: string;
  readonly open: boolean;
}

/** The attributes of a caller; a request without a credential has none. */
export interface Attributes {
  readonly writes: readonly number[];
  readonly level: string;
}

/** A Where, and what it means. */
export interface Rule {
  readonly where: string;
  holds(task: Omit<Task, 'id'>, caller: Attributes | undefined): boolean;
  /** What it demands of the caller, whatever the record. */
  demands?(caller: Attributes | undefined): boolean;
}

/** The teams that are public. */
const publicTeams: readonly number[] = [1];

const isStaff = (caller: Attributes | undefined): boolean => caller?.level === 'staff';

/** Row rules of each kind: none, equality, membership, of the caller alone, through a reference, and their combinations. */
export const rules: readonly Rule[] = [
  { where: '', holds: () => true },
  { where: 'team in caller.writes', holds: ({ team }, caller) => caller?.writes.includes(team) === true },
  { where: 'caller.level == "staff"', holds: (_, caller) => isStaff(caller), demands: isStaff },
  { where: 'open == true', holds: ({ open }) => open },
  { where: 'title != "secret"', holds: ({ title }) => title !== 'secret' },
  { where: 'team.public == true', holds: ({ team }) => publicTeams.includes(team) },
  {
    where: 'caller.level == "staff" and team in caller.writes',
    holds: ({ team }, caller) => isStaff(caller) && caller?.writes.includes(team) === true,
    demands: isStaff,
  },
  {
    where: 'caller.level == "staff" or open == true',
    holds: ({ open }, caller) => isStaff(caller) || open,
  },
];

/** A page with one rule for reading and one for all else, in rows of one audience. */
export interface Page {
  readonly audience: 'public' | 'authenticated' | 'crew';
  readonly reading: Rule;
  readonly acting: Rule;
}

const audiences = ['public', 'authenticated', 'crew'] as const;

/** Each rule for all else, beside reading without a rule, by another, and by the same one; the audiences take turns. */
export const pages: readonly Page[] = [0, 1, 2].flatMap((way) =>
  rules.map((acting, at): Page => {
    const reading = [rules[0]!, rules[(at + 3) % rules.length]!, acting][way]!;
    const audience = audiences[(at + way) % audiences.length]!;
    const named = `${reading.where}${acting.where}`.includes('caller');
    return { audience: audience === 'public' && named ? 'crew' : audience, reading, acting };
  }),
);

/** Writes the text of a page. */
export function pageText({ audience, reading, acting }: Page): string {
  const where = (rule: Rule): string => (rule.where === '' ? '' : `\`${rule.where}\``);
  return `# Tasks

## Resources and their fields

### Team

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| public | boolean | required |

### Task

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| team | ref Team | required |
| title | string | required |
| open | boolean | default true |
| status | state | |

### Work (object)

| Field | Type | Constraints |
| --- | --- | --- |
| does | string | required |
| id | integer | |

### Sum (object)

| Field | Type | Constraints |
| --- | --- | --- |
| count | integer | required |

## States and transitions

### Task

| State | Kind |
| --- | --- |
| new | initial |
| sent | final |

| From | Transition | To | Trigger | Guard | Effect |
| --- | --- | --- | --- | --- | --- |
| new | send | sent | | | |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Team | POST | /teams | \`Team(public)\` | 201 \`Team\` |
| read Team | GET | /teams/{id} | | 200 \`Team\` |
| create Task as seed | POST | /seed | \`Task(team, title, open?)\` | 201 \`Task\` |
| list Task as everything | GET | /everything | | 200 \`Task[]\` |
| read Task | GET | /tasks/{id} | | 200 \`Task\` |
| list Task | GET | /tasks | | 200 \`Task[]\` |
| list Task as team_tasks | GET | /teams/{team}/tasks | | 200 \`Task[]\` |
| create Task | POST | /tasks | \`Task(team, title, open?)\` | 201 \`Task\` |
| create Task as file | POST | /teams/{team}/tasks | \`Task(title, open?)\` | 201 \`Task\` |
| update Task | PATCH | /tasks/{id} | \`Task(team?, title?, open?)\` | 200 \`Task\` |
| replace Task | PUT | /tasks/{id} | \`Task(team, title, open?)\` | 200 \`Task\` |
| delete Task | DELETE | /tasks/{id} | | 204 |
| send Task | POST | /tasks/{id}/send | | 200 \`Task\` |
| work_on Task (handler) | POST | /tasks/{id}/work | \`{ does: Work.does, id?: Work.id, team?: Task.team, title?: Task.title, open?: Task.open }\` | 200 \`Task\`; 204 |
| work Task (handler) | POST | /work | \`{ does: Work.does, id?: Work.id, team?: Task.team, title?: Task.title, open?: Task.open }\` | 200 \`Task\`; 204 |
| work_in Task (handler) | POST | /teams/{team}/work | \`{ does: Work.does, id?: Work.id, title?: Task.title, open?: Task.open }\` | 200 \`Task\`; 204 |
| found Task (handler) | GET | /found | | 200 \`{ tasks: Task(id, title)[] }\` |
| clear Task (handler) | POST | /clear | | 204 |
| stream events | GET | /events/stream | | 200 |
| list events | GET | /events | | 200 \`{ data: { id: event id, body: payload }[] }\` |

## Authentication

| Scheme | Kind | Sent in |
| --- | --- | --- |
| key | api key | header Authorization: Bearer |

| Scope | Allows | Where |
| --- | --- | --- |
| root | seed, everything, create Team, clear Task | |
| public | read Team | |
| ${audience} | read Task, list Task, team_tasks, list events, stream events | ${where(reading)} |
| ${audience} | create Task, file, update Task, replace Task, delete Task, send Task, work_on Task, work Task, work_in Task, found Task | ${where(acting)} |

### Caller

| Attribute | Type |
| --- | --- |
| writes | integer[] |
| level | string |

## Events

### Events

| Event | When | Payload |
| --- | --- | --- |
| task.created | seed | \`Task(id, title)\` |

### Delivery

| Delivery | To | Events |
| --- | --- | --- |
| sse | GET /events/stream | all |

## Errors
`;
}

/** What handlers of the pages do, by the word of their request. */
// biome-ignore lint/suspicious/noExplicitAny: handlers are typed by `nonet generate types`, not in these tests
const works: Readonly<Record<string, (context: any, of: any) => unknown>> = {
  create: ({ store }, { id: _, ...values }) => store.create('Task', values),
  'create silently': async ({ store, answer }, { id: _, ...values }) => {
    await store.create('Task', values);
    return answer(204);
  },
  'create as service': ({ store }, { id: _, ...values }) => store.asService.create('Task', values),
  'call create': ({ call }, { id: _, ...values }) => call('create Task', values),
  'call handler': ({ call }, values) => call('work Task', { ...values, does: 'create' }),
  update: ({ store }, { id, ...values }) => store.update('Task', id, values),
  'update silently': async ({ store, answer }, { id, ...values }) => {
    await store.update('Task', id, values);
    return answer(204);
  },
  'call update': ({ call }, { id, ...values }) => call('update Task', id, values),
  'call send': ({ call }, { id }) => call('send Task', id),
  delete: async ({ store, answer }, { id }) => {
    await store.delete('Task', id);
    return answer(204);
  },
  'delete all': async ({ store, answer }, { id }) => {
    await store.deleteAll('Task', { where: 'id == input.id', input: { id } });
    return answer(204);
  },
  get: async ({ store, answer }, { id }) => (await store.get('Task', id)) ?? answer(204),
  'get as service': ({ store }, { id }) => store.asService.get('Task', id),
};

// biome-ignore lint/suspicious/noExplicitAny: as above
const work = (context: any): unknown => {
  const { does, ...values } = context.input;
  return works[does]!(context, values);
};

/** The handlers of each page. */
export const handlers = {
  'work_on Task': work,
  'work Task': work,
  'work_in Task': work,
  // biome-ignore lint/suspicious/noExplicitAny: as above
  'clear Task': async ({ store }: any) => void (await store.asService.deleteAll('Task', { where: 'true' })),
  // biome-ignore lint/suspicious/noExplicitAny: as above
  'found Task': async ({ store }: any) => ({ tasks: await store.asService.list('Task') }),
};

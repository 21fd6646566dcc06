/** A service whose tasks move between shops, boards and states, with a stream for callers of one shop and for owners of boards. */
export const moving = `# Tasks

## What the service does

Keeps tasks, and tells of them.

## Resources and their fields

### Board

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| owner | string | required |

### Task

| Field | Type | Constraints |
| --- | --- | --- |
| id | typeid task | assigned |
| shop | string | required |
| title | string | required |
| board | ref Board | on delete clear |
| status | state | |

## States and transitions

### Task

| State | Kind |
| --- | --- |
| open | initial |
| archived | |

| From | Transition | To | Trigger |
| --- | --- | --- | --- |
| open | archive | archived | |
| archived | reopen | open | |
| open | age | archived | after 30 days |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Board | POST | /boards | \`Board\` | 201 \`Board\` |
| delete Board | DELETE | /boards/{id} | | 204 |
| create Task | POST | /tasks | \`Task\` | 201 \`Task\` |
| read Task | GET | /tasks/{id} | | 200 \`Task\` |
| update Task | PATCH | /tasks/{id} | \`Task\` | 200 \`Task\` |
| delete Task | DELETE | /tasks/{id} | | 204 |
| archive Task | POST | /tasks/{id}/archive | | 200 \`Task\` |
| reopen Task | POST | /tasks/{id}/reopen | | 200 \`Task\` |
| move Task (handler) | POST | /tasks/{id}/move | \`{ to: Task.shop }\` | 204 |
| found (handler) | POST | /found | \`{ from: Task.shop, to: Task.shop }\` | 200 \`{ id: Task.id }\` |
| list events | GET | /events | | 200 \`{ data: { id: event id, kind: event type, body: payload }[] }\` |
| stream events | GET | /stream | | 200 |

## Authentication

| Scheme | Kind | Sent in | Credential | Lifetime |
| --- | --- | --- | --- | --- |
| key | api key | header Authorization: Bearer | secret key | 365 days |

| Scope | Allows | Where |
| --- | --- | --- |
| write | all Board, all Task, found | |
| hear | stream events, list events | \`shop == caller.shop && status != "archived"\` |
| boards | stream events | \`has(board) && board.owner == caller.id\` |
| everything | stream events | |

### Caller

| Attribute | Type |
| --- | --- |
| shop | string |

## Events

| Event | When | Payload |
| --- | --- | --- |
| task.made | create Task | \`Task(id, shop)\` |
| task.changed | update Task | \`Task(id, shop, title)\` |
| task.archived | archive Task, age Task | \`{ id: Task.id, was: = old.status }\` |
| task.reopened | reopen Task | |
| task.deleted | delete Task | \`Task(id)\` |

| Delivery | To | Events | Envelope |
| --- | --- | --- | --- |
| sse | GET /stream | task.archived | cloudevents 1.0 |
| sse | GET /stream | task.made, task.changed, task.reopened, task.deleted | \`{ kind: event type, version: version, of: payload }\` |

## Errors

- Body: problem details

| Code | Status | Condition | Message |
| --- | --- | --- | --- |
| invalid | 422 | invalid input | Some fields are not as they should be |
| not_found | 404 | not found | |
| wrong_state | 409 | wrong state | |
| gone | 410 | gone | |

## Limits

None.

## Versioning

| Version | Status |
| --- | --- |
| 2 | current |
| 1 | supported |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Api-Version | current |

| Version | Change | What | Before | Old responses | Old requests |
| --- | --- | --- | --- | --- | --- |
| 2 | renamed | event task.changed | task.updated | | |
| 2 | renamed | Task.id | key | | |
| 2 | added | event task.reopened | | | |
`;

/** The code of the service. */
export const movingHandlers = {
  'move Task': async ({
    record,
    input,
    store,
  }: {
    readonly record: { readonly id: string };
    readonly input: { readonly to: string };
    readonly store: { update(resource: string, id: string, fields: object): Promise<unknown> };
  }) => {
    await store.update('Task', record.id, { shop: input.to });
  },
  found: async ({
    input: { from, to },
    store,
  }: {
    readonly input: { readonly from: string; readonly to: string };
    readonly store: {
      create(resource: string, fields: object): Promise<{ readonly id: string }>;
      update(resource: string, id: string, fields: object): Promise<unknown>;
    };
  }) => {
    const { id } = await store.create('Task', { shop: from, title: 'Found' });
    await store.update('Task', id, { shop: to });
    return { id };
  },
};

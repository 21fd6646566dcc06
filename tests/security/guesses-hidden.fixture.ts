import { documentText } from '../support/document-text.fixture.ts';

/**
 * Members with every kind of value that clients send and are never shown: in a field, a list, an object, an object that is
 * create-only, a list of objects and a case of a union; each editable in one field and fixed by the state `shut` in another.
 */
export const members = documentText('Members', {
  purpose: `Keeps members of a team.

- In scope: members
- Out of scope: money`,
  resources: `### Member

| Field | Type | Constraints |
| --- | --- | --- |
| id | string | required; 1..40 characters |
| team | string | assigned from caller.team |
| name | string | required |
| pin | string | write-only; pattern \`^[0-9a-z]{4,40}$\` |
| pin_fixed | string | write-only; pattern \`^[0-9a-z]{4,40}$\` |
| password | password | 4..40 characters |
| signing | secret | write-only |
| signing_fixed | secret | write-only |
| once | secret | assigned; shown once |
| keys | secret[] | write-only |
| keys_fixed | secret[] | write-only |
| pay | Pay | |
| pay_fixed | Pay | |
| inner | Box | create-only |
| box | Box | |
| box_fixed | Box | |
| boxes | Box[] | |
| boxes_fixed | Box[] | |
| pair | Box[] | |
| shelves | Shelf[] | |
| pays | Pay[] | |
| by_key | map of Box | ..20 keys |
| inside | Inside | |
| changed_at | date-time | assigned on update |
| status | state | |

### Box (object)

| Field | Type | Constraints |
| --- | --- | --- |
| open | string | |
| also | string | |
| color | string | default "none" |
| width | integer | |
| pin | string | write-only |
| usual | integer | write-only; default 5 |
| maybe | string or null | write-only |

### Shelf (object)

| Field | Type | Constraints |
| --- | --- | --- |
| label | string | |
| boxes | Box[] | |

### Inside (object)

| Field | Type | Constraints |
| --- | --- | --- |
| open | string | |
| own | string | read-only |
| pin | string | internal |

### Pay (one of)

- Tagged by: kind

| Tag | Object |
| --- | --- |
| card | Card |
| wire | Wire |

### Card (object)

| Field | Type | Constraints |
| --- | --- | --- |
| last4 | string | required; pattern \`^[0-9]{4}$\` |
| cvc | string | write-only |
| color | string | default "none" |

### Wire (object)

| Field | Type | Constraints |
| --- | --- | --- |
| iban | string | required |`,
  states: `### Member

| State | Kind |
| --- | --- |
| open | initial |
| shut | final |

| From | Transition | To | Effect |
| --- | --- | --- | --- |
| | create | | \`inside.open = "x"\`; \`inside.own = "own"\`; \`inside.pin = has(pin) ? pin : "none"\` |
| open | shut | shut | |

| Field | open | shut |
| --- | --- | --- |
| pin_fixed | editable | fixed |
| signing_fixed | editable | fixed |
| keys_fixed | editable | fixed |
| pay_fixed | editable | fixed |
| box_fixed | editable | fixed |
| boxes_fixed | editable | fixed |`,
  endpoints: `- Base URL: {base_url}
- Request media types: application/json, application/json-patch+json

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Member | PUT | /members/{id} | \`Member\` | 201 \`Member\`; 200 \`Member\` |
| read Member | GET | /members/{id} | | 200 \`Member\` |
| list Member | GET | /members | | 200 \`{ data: Member[] }\` |
| update Member | PATCH | /members/{id} | \`Member\` | 200 \`Member\` |
| replace Member | PUT | /members/{id}/all | \`Member\` | 200 \`Member\` |
| shut Member | POST | /members/{id}/shut | | 200 \`Member\` |
| list events | GET | /events | | 200 \`{ data: { data: payload }[], next: next cursor }\` |

### list events

| Parameter | Maps to |
| --- | --- |
| cursor | cursor |`,
  authentication: `Credential names and token lifetimes: none.

| Scheme | Kind | Sent in |
| --- | --- | --- |
| key | api key | header Authorization: Bearer |

| Scope | Allows | Where |
| --- | --- | --- |
| all | all | \`team == caller.team\` |

### Caller

| Attribute | Type |
| --- | --- |
| team | string |`,
  events: `Delivery mechanism: none.

| Event | When | Payload |
| --- | --- | --- |
| member.changed | update Member, replace Member | \`Member\` |`,
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| invalid | 422 | invalid input |
| wrong_state | 409 | wrong state |
| taken | 409 | not unique |`,
  versioning: `### Versions

| Version | Status |
| --- | --- |
| 3 | current |
| 2 | supported |
| 1 | supported |

### Placement

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Api-Version | current |

### Changes

| Version | Change | What | Before | Old responses | Old requests |
| --- | --- | --- | --- | --- | --- |
| 3 | added | Box.color | | absent | |
| 3 | added | Card.color | | absent | |
| 3 | type | Box.width | string | = \`string(width)\` | = \`int(input.width)\` |
| 2 | renamed | Member.name | title | | |
| 2 | renamed | Member.pin | code | | |
| 2 | renamed | Member.pin_fixed | code_fixed | | |
| 2 | renamed | Box.pin | code | | |`,
});

/** What a record holds that nobody is shown: `undefined` nothing at all. */
export type Held = string | undefined;

/** The value that is guessed. */
export const right = 'right1';

/** What is sent: to which address of the record, and what. */
export interface Sent {
  readonly line: string;
  readonly text: string;
  readonly patch?: true;
}

/** A record as it is created; what is hidden in it is left out where there is none. */
export function created(held: Held, withPassword: boolean): Record<string, unknown> {
  const box = { open: 'x', also: 'y', width: 3, pin: held, maybe: held, color: 'blue' };
  const pay = { kind: 'card', last4: '4242', cvc: held, color: 'blue' };
  const others = { open: 'x', also: 'y', width: 3, pin: 'another', color: 'red' };
  const keys = held === undefined ? undefined : [held];
  return {
    ...{ name: 'Ada', pin: held, pin_fixed: held, signing: held, signing_fixed: held },
    ...{ keys, keys_fixed: keys, pay, pay_fixed: pay, inner: box, box, box_fixed: box },
    ...{ boxes: [box], boxes_fixed: [box], by_key: { a: box } },
    ...{
      pair: [others, box],
      shelves: [{ label: 'l', boxes: [others, box] }],
      pays: [{ ...pay, cvc: 'another' }, pay],
    },
    // Each takes a tenth of a second to hash.
    ...(withPassword ? { password: held } : {}),
  };
}

/** A box with all that is shown of the one that was created, in another order. */
function reordered(guess: unknown): object {
  return { color: 'blue', width: 3, usual: 5, pin: guess, also: 'y', maybe: guess, open: 'x' };
}

/** Each place of a hidden value, with a merge patch that sends a guess there. */
const places: readonly (readonly [name: string, patch: (guess: unknown) => object])[] = [
  ...['pin', 'pin_fixed', 'password', 'signing', 'signing_fixed', 'once'].map(
    (field) => [field, (guess: unknown) => ({ [field]: guess })] as const,
  ),
  ...['keys', 'keys_fixed'].map((field) => [field, (guess: unknown) => ({ [field]: [guess] })] as const),
  ...['pay', 'pay_fixed'].flatMap((field) => [
    [`${field} as it is tagged`, (guess: unknown) => ({ [field]: { cvc: guess } })] as const,
    [field, (guess: unknown) => ({ [field]: { kind: 'card', last4: '4242', cvc: guess } })] as const,
  ]),
  ...['inner', 'box', 'box_fixed'].flatMap((field) => [
    [`${field}.pin`, (guess: unknown) => ({ [field]: { pin: guess } })] as const,
    [field, (guess: unknown) => ({ [field]: { open: 'x', pin: guess, maybe: guess } })] as const,
    [`${field}.usual`, (guess: unknown) => ({ [field]: { open: 'x', usual: guess === right ? 5 : 6 } })] as const,
  ]),
  ...['boxes', 'boxes_fixed'].map(
    (field) => [field, (guess: unknown) => ({ [field]: [{ open: 'x', pin: guess }] })] as const,
  ),
  // Only what is hidden tells the items of these lists apart, and the members are sent in another order.
  ['pair', (guess) => ({ pair: [{ pin: guess, also: 'y', open: 'x' }] })],
  ['pair, both', (guess) => ({ pair: [{ also: 'y', open: 'x', pin: guess }, { open: 'x' }] })],
  ['shelves', (guess) => ({ shelves: [{ label: 'l', boxes: [{ also: 'y', open: 'x', pin: guess }] }] })],
  ['a shelf', (guess) => ({ shelves: [{ boxes: [{ pin: guess }] }, { label: 'm' }] })],
  ['pays', (guess) => ({ pays: [{ kind: 'card', last4: '4242', cvc: guess }] })],
  ['boxes in another order', (guess) => ({ boxes: [reordered(guess)] })],
  ['by_key in another order', (guess) => ({ by_key: { a: reordered(guess) } })],
  ['by_key', (guess) => ({ by_key: { a: { open: 'x', pin: guess } } })],
  ['inside', (guess) => ({ inside: { pin: guess } })],
];

/** Patches that send no guess, and whose answer must not say either what is held. */
const silent: readonly (readonly [name: string, patch: object])[] = [
  ['nothing', {}],
  ["an object that holds what is the service's own", { inside: { open: 'y' } }],
  ['what is read-only', { inside: { own: 'own' } }],
  ['a name', { name: 'Ada L.' }],
  ['the same name', { name: 'Ada' }],
  ['what is shown of a create-only object', { inner: { open: 'x' } }],
  ['what is shown of an object', { box: { open: 'x' } }],
  ['what is shown of a fixed object', { box_fixed: { open: 'x' } }],
  ['what is shown of a list', { boxes: [{ open: 'x' }] }],
  ['what is shown of a fixed list', { boxes_fixed: [{ open: 'x' }] }],
  ['what is shown of a case', { pay: { kind: 'card', last4: '4242' } }],
  ['what is shown of a fixed case', { pay_fixed: { kind: 'card', last4: '4242' } }],
  ['another case', { pay: { kind: 'wire', last4: null, color: null, iban: 'DE1' } }],
  ['null', { pin: null }],
  ['null, where it is fixed', { pin_fixed: null }],
  ['null for a case', { pay: { cvc: null } }],
  ['null inside', { box: { pin: null, maybe: null } }],
  ['null inside what is create-only', { inner: { pin: null, maybe: null } }],
  ['null for an object', { box: null }],
];

const visible = {
  name: 'Ada',
  pay: { kind: 'card', last4: '4242' },
  pay_fixed: { kind: 'card', last4: '4242' },
  box: { open: 'x' },
  box_fixed: { open: 'x' },
  boxes: [{ open: 'x' }],
  boxes_fixed: [{ open: 'x' }],
  by_key: { a: { open: 'x' } },
};

/** A patch as a whole body: what it does not name is sent as it is shown. */
function whole(patch: object): object {
  return { ...visible, inner: { open: 'x' }, ...patch };
}

/** JSON Patches that set and test what a merge patch sets, and where `all` is said copy, move and remove it. */
function patchesOf(patch: object, all: boolean): object[][] {
  const found: object[][] = [];
  const walk = (value: unknown, path: string): void => {
    found.push([{ op: 'add', path, value }]);
    if (typeof value === 'object' && value !== null) {
      for (const [name, field] of Object.entries(value)) walk(field, `${path}/${name}`);
      return;
    }
    const test = { op: 'test', path, value };
    found.push([test], [{ op: 'add', path, value }, test]);
    if (!all) return;
    const [from, to] = [path, '/name'];
    found.push([{ op: 'replace', path, value }], [{ op: 'remove', path }]);
    found.push([{ op: 'copy', from, path: to }], [{ op: 'move', from, path: to }]);
  };
  for (const [name, value] of Object.entries(patch)) walk(value, `/${name}`);
  return found;
}

const patched = new Set(['pin', 'box', 'boxes']);

function casesOf(name: string, patch: object): (readonly [string, Sent])[] {
  return [
    [`merge patch of ${name}`, { line: 'PATCH', text: JSON.stringify(patch) }],
    [`replace with ${name}`, { line: 'PUT /all', text: JSON.stringify(whole(patch)) }],
    [`create once more with ${name}`, { line: 'PUT', text: JSON.stringify(whole(patch)) }],
    ...patchesOf(patch, patched.has(name)).map((body): [string, Sent] => {
      const text = JSON.stringify(body);
      return [`JSON Patch ${text}`, { line: 'PATCH', text, patch: true }];
    }),
  ];
}

type Guess = readonly [name: string, sent: Sent, shut: boolean];

/**
 * Every way to send a hidden value, and every request that leaves it alone, asked of records that are open and, where the state
 * makes a difference, of some that are shut.
 */
export const guesses: readonly Guess[] = [
  ...places.flatMap(([name, patch]) => casesOf(name, patch(right))),
  ...silent.flatMap(([name, patch]) => casesOf(name, patch)),
].flatMap(([name, sent]): Guess[] => [
  [name, sent, false],
  ...(/fixed/.test(sent.text) ? [[`${name}, shut`, sent, true] as const] : []),
]);

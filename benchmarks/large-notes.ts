import { randomFrom } from './random.ts';

/** A document of notes of several shops; `search` states that the list searches their text. */
export function notesDocument(search: boolean): string {
  const searched = search ? '| q | search text | |\n' : '';
  return `# Notes

## What the service does

Not shown.

## Resources and their fields

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | typeid note | assigned |
| shop | string | assigned from caller.shop |
| created_at | date-time | assigned |
| text | string | required; ..2000 characters |

## States and transitions

None.

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Note | POST | /notes | \`Note\` | 201 \`Note\` |
| list Note | GET | /notes | | 200 \`{ data: Note[], next: next cursor, total: total count }\` |

### list Note

- Order: -created_at

| Parameter | Maps to | Constraints |
| --- | --- | --- |
${searched}| total | total | default false |
| limit | page size | |
| cursor | cursor | |

## Authentication

| Scheme | Kind | Sent in |
| --- | --- | --- |
| key | api key | header Authorization: Bearer |

### Scopes

| Scope | Allows | Where |
| --- | --- | --- |
| notes | all Note | \`shop == caller.shop\` |

### Caller

| Attribute | Type |
| --- | --- |
| shop | string |

## Events

None.

## Errors

Not shown.

## Limits

None.

## Versioning

None.
`;
}

const syllables = [
  'ba',
  'cor',
  'den',
  'fi',
  'gal',
  'hum',
  'jo',
  'kel',
  'lam',
  'mir',
  'nos',
  'pra',
  'que',
  'ros',
  'ten',
  'vul',
];
const vocabulary = 20_000;

/** Word \`at\` of 20,000; low numbers are written often. */
export function wordAt(at: number): string {
  let word = '';
  for (let rest = at + 17; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length];
  return word;
}

/** Texts of twelve words, the same for the same seed. */
export function textsFrom(seed: number): () => string {
  const random = randomFrom(seed);
  return () => Array.from({ length: 12 }, () => wordAt(Math.floor(vocabulary * random() ** 3))).join(' ');
}

/** A row as the store holds it. */
export interface NoteRow {
  readonly id: string;
  readonly shop: string;
  readonly created_at: string;
  readonly text: string;
}

/** So many rows: half of them of one shop, one with words that no other has. */
export function* noteRows(count: number): Generator<NoteRow> {
  const text = textsFrom(7);
  for (let i = 0; i < count; i++) {
    yield {
      id: `note_${String(i).padStart(26, '0')}`,
      shop: i % 2 === 0 ? 'north' : `shop ${i % 97}`,
      created_at: new Date(Date.UTC(2026, 0, 1) + i * 1_000).toISOString(),
      text: i === Math.floor(count / 4) * 2 ? `${text()} Xylophonist` : text(),
    };
  }
}

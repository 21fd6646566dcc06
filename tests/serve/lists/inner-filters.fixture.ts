import { documentText, keyed } from '../../support/document-text.fixture.ts';

/** Members of an object that filters compare, by type: each has a parameter for each operator that fits. */
const members = {
  text: '= != < >= in contains starts',
  count: '= != < >= in',
  big: '= > in',
  ratio: '= < in',
  price: '= != <= in',
  open: '= != in',
  at: '= < in',
  day: '= > in',
  kind: '= != in',
  maker: '= in',
  memo: '= != in',
  größe: '= in',
};

const words: Readonly<Record<string, string>> = {
  '=': 'is',
  '!=': 'not',
  '<': 'below',
  '<=': 'to',
  '>': 'above',
  '>=': 'from',
  in: 'in',
  contains: 'has',
  starts: 'starts',
};

function listRows(path: string, prefix: string, operators: Readonly<Record<string, string>>): string {
  return Object.entries(operators)
    .flatMap(([member, all]) =>
      all.split(' ').map((operator) => {
        const operated = operator === 'starts' ? 'starts with' : operator;
        return `| ${prefix}${member}_${words[operator]} | filter ${path}.${member} ${operated} |`;
      }),
    )
    .join('\n');
}

const overItems = Object.fromEntries(
  Object.entries(members).map(([member, all]) => [
    member,
    all
      .split(' ')
      .filter((operator) => operator !== '!=')
      .join(' '),
  ]),
);

/** Things of shops with an object and a list of objects of every type. Makers are of a shop, and a clerk reads only those of the own one. */
export const things = documentText('Things', {
  purpose: 'Keeps things.\n\n- In scope: things',
  resources: `### Part (object)

| Field | Type | Constraints |
| --- | --- | --- |
| text | string | |
| count | integer | |
| big | int64 | |
| ratio | number | |
| price | decimal | |
| open | boolean | |
| at | date-time | |
| day | date | |
| kind | one of a, "b c" | |
| maker | ref Maker | |
| memo | string or null | |
| größe | string | |
| tags | string[] | |
| inner | Part | |
| how | How | |

### How (one of)

- Tagged by: way

| Tag | Object |
| --- | --- |
| mail | Mail |
| post | Post |

### Mail (object)

| Field | Type | Constraints |
| --- | --- | --- |
| to | string | required |

### Post (object)

| Field | Type | Constraints |
| --- | --- | --- |
| to | string | required |
| stamps | integer | |

### Maker

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| name | string | required |
| seat | Part | |
| seats | Part[] | |

### Thing

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| part | Part or null | |
| parts | (Part or null)[] | |
| grid | Part[][] | |
| maker | ref Maker | |
| makers | (ref Maker)[] | |
| labels | string[] | |`,
  endpoints: `- Lists: { data, next, total: total count } by cursor; 25, at most 100

| Operation | Path | Response |
| --- | --- | --- |
| create, read Maker | /makers | |
| create, read, list, update Thing | /things | |
| list Thing as labels | /labels | 200 \`{ labels: values of labels, number: total count }\` |

### labels

| Parameter | Maps to |
| --- | --- |
| text | filter parts.text = |
| floor | filter part.count >= |

### list Thing

| Parameter | Maps to |
| --- | --- |
${listRows('part', '', members)}
${listRows('parts', 'any_', overItems)}
| part.text | filter |
| tag | filter part.tags contains |
| any_tag | filter parts.tags contains |
| deep | filter part.inner.text = |
| deepest | filter part.inner.inner.count > |
| grid | filter grid.text = |
| inner_parts | filter parts.inner.text in |
| way | filter part.how.way = |
| to | filter part.how.to contains |
| maker_name | filter maker.name = |
| maker_seat | filter maker.seat.text = |
| maker_seats | filter maker.seats.count >= |
| part_maker | filter part.maker.name = |
| part_maker_id | filter part.maker.id = |
| any_maker_id | filter parts.maker.id in |
| any_maker | filter parts.maker.name = |
| makers_name | filter makers.name in |`,
  authentication: keyed(`| shop | all Thing | \`shop == caller.shop\` |
| shop | all Maker | \`shop == caller.shop\` |
| root | all | |`),
  errors: '- Codes: named after conditions',
});

import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';

/** A market of shops: `written` states the tenant of all records in one line, `false` writes it out. The lines of both are the same. */
function marketText(written: boolean): string {
  const shop = written ? '' : 'assigned from caller.shop; ';
  const also = written ? '' : ' with shop';
  const own = written ? '' : '`shop == caller.shop`';
  const either = 'price > 100 or pinned == true';
  const shared = written ? ' (shared)' : '';
  const all = written ? 'all tenants' : '';
  const forSale = written ? 'all tenants and `price > 0`' : '`price > 0`';
  const authentication = keyed(
    `| clerk | all Product, all Sale, all Hook, list events, stream events | ${own} |
| clerk | read Country | |
| visitor | read Product, list Product | \`${written ? either : `shop == caller.shop and (${either})`}\` |
| clerk | read Shop | ${written ? '' : '`id == caller.shop`'} |
| owner | read Shop, update Shop | ${written ? '' : '`id == caller.shop`'} |
| operator | create Shop, read Shop, list Product, read Product, update Product, create Product, list events | ${all} |
| operator | create Country | |
| public | offers | ${forSale} |`,
    '| shop | string |',
  );
  return documentText('Market', {
    purpose: 'Keeps the products of shops.',
    resources: `### Shop

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| name | string | required; unique |

### Country${shared}

| Field | Type | Constraints |
| --- | --- | --- |
| id | string | required |

### Product

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | ref Shop | ${shop}on delete cascade |
| place | integer | assigned; unique${also} |
| code | string | required; unique${also} |
| title | string | required; unique ignoring case${also} |
| price | integer | required |
| pinned | boolean | unique${also} where \`pinned == true\` |
| origin | ref Country | on delete restrict |

### Sale

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | ref Shop | ${shop}on delete cascade |
| product | ref Product | required; on delete cascade |

### Hook

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | ref Shop | ${shop}on delete cascade |
| url | uri | required |`,
    endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Shop | POST | /shops | \`Shop\` | 201 \`Shop\` |
| read Shop | GET | /shops/{id} | | 200 \`Shop\` |
| update Shop | PATCH | /shops/{id} | \`Shop\` | 200 \`Shop\` |
| create Country | POST | /countries | \`Country\` | 201 \`Country\` |
| read Country | GET | /countries/{id} | | 200 \`Country\` |
| create Product | POST | /products | \`Product\` | 201 \`Product\` |
| read Product | GET | /products/{id} | | 200 \`Product\` |
| update Product | PATCH | /products/{id} | \`Product\` | 200 \`Product\` |
| delete Product | DELETE | /products/{id} | | 204 |
| list Product | GET | /products | | 200 \`{ data: Product[] }\` |
| list Product as offers | GET | /offers | | 200 \`{ data: Product(id, title)[] }\` |
| create Sale | POST | /sales | \`Sale\` | 201 \`Sale(id, product: Product)\` |
| create Hook | POST | /hooks | \`Hook\` | 201 \`Hook\` |
| list events | GET | /events | | 200 \`{ data: { kind: event type, body: payload }[] }\` |
| stream events | GET | /stream | | 200 |`,
    authentication: `${written ? '- Tenant: shop' : 'Each record belongs to a shop.'}\n\n${authentication}`,
    events: `| Event | When | Payload |
| --- | --- | --- |
| product.created | create Product | \`Product\` |
| sale.created | create Sale | \`Sale\` |

| Delivery | To | Events | Envelope | Attempts |
| --- | --- | --- | --- | --- |
| webhook | each Hook at url${written ? '' : ' where `shop == event.shop`'} | all | cloudevents 1.0 | 3 over 1 hour |
| sse | GET /stream | all | cloudevents 1.0 | |`,
    errors: `- Codes: named after conditions
- Body: problem details`,
    versioning: versioned(['2', '1'], '| 2 | renamed | Product.title | name | | |'),
  });
}

/** The market with the line Tenant. */
export const market = marketText(true);

/** The market with everything for which the line stands. */
export const writtenOut = marketText(false);

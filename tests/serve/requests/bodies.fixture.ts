import { shop } from '../support/shop.fixture.ts';

const address = `### Address (object)

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| city | string | required | |
| street | string or null | | |
| gate | string | write-only | |

### Payment (object)`;
/** The shop with JSON Patches, forms and objects inside records. */
export const addressed = shop
  .replace(
    '- Unknown fields: refused',
    '- Unknown fields: refused\n- Request media types: application/json, application/json-patch+json, application/x-www-form-urlencoded, application/vnd.shop+json',
  )
  .replace(
    '| data | object | | |',
    `| data | object | | |
| note | string or null | | |
| level | int64 | | |
| seats | integer | | |
| member | boolean | | |
| marks | integer[] | ..3 items | |
| pin | string | write-only | |
| address | Address or null | | |`,
  )
  .replace('### Payment (object)', address);

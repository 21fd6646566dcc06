import { base, changed, type Parts } from './versions/base.fixture.ts';

interface Pair {
  readonly newer: Parts;
  readonly changes: string;
  readonly older: Parts;
}

/** A newer document, its rows of Changes, and the older document as its owner wrote it then. */
export const pairs: Readonly<Record<string, Pair>> = {
  'a field was added': {
    newer: base,
    changes: '| 2 | added | Invoice.kind | | absent | |',
    older: changed({
      resources: [['| kind | one of goods, services | default goods |\n', '']],
      endpoints: [['Invoice(memo, kind)', 'Invoice(memo)']],
    }),
  },
  'a field was added and is shown as stated': {
    newer: changed({ endpoints: [['Invoice(memo, kind)', 'Invoice(memo)']] }),
    changes: '| 2 | added | Invoice.kind | | default "goods" | |',
    older: changed({
      resources: [
        ['| kind | one of goods, services | default goods |', '| kind | one of goods, services | read-only |'],
      ],
      endpoints: [['Invoice(memo, kind)', 'Invoice(memo)']],
    }),
  },
  'a field was removed': {
    newer: base,
    changes: '| 2 | removed | Invoice.urgent | boolean; default false | default false | ignored |',
    older: changed({
      resources: [['| lines | Line[] | |', '| lines | Line[] | |\n| urgent | boolean | default false |']],
    }),
  },
  'a field was renamed': {
    newer: base,
    changes: '| 2 | renamed | Invoice.memo | remark | | |',
    older: changed({
      resources: [['| memo |', '| remark |']],
      states: [['memo !=', 'remark !=']],
      endpoints: [[/\bmemo\b/, 'remark']],
      events: [['id, memo', 'id, remark']],
    }),
  },
  'a field that shapes and parameters name by its key was renamed': {
    newer: base,
    changes: '| 2 | renamed | Invoice.customer | client | | |\n| 2 | renamed | Invoice.lines | items | | |',
    older: changed({
      resources: [
        ['| customer |', '| client |'],
        ['| lines |', '| items |'],
      ],
      endpoints: [
        ['customer: ', 'client: '],
        ['lines: ', 'items: '],
        ['expand customer', 'expand client'],
      ],
    }),
  },
  'a member of an object was renamed': {
    newer: base,
    changes: '| 2 | renamed | Line.text | label | | |',
    older: changed({ resources: [['| text |', '| label |']], endpoints: [['Line(text)', 'Line(label)']] }),
  },
  'the identity was renamed': {
    newer: base,
    changes: '| 2 | renamed | Customer.id | key | | |',
    older: changed({
      resources: [
        [
          '### Customer\n\n| Field | Type | Constraints |\n| --- | --- | --- |\n| id | uuid | assigned |',
          '### Customer\n\n| Field | Type | Constraints |\n| --- | --- | --- |\n| key | uuid | identity; assigned |',
        ],
      ],
      endpoints: [['Customer(id, name)', 'Customer(key, name)']],
    }),
  },
  'states were renamed and added': {
    newer: base,
    changes:
      '| 2 | renamed | Invoice.status paid | settled | | |\n| 2 | value added | Invoice.status open | | as draft | |',
    older: changed({
      states: [
        ['| paid | final |', '| settled | final |'],
        ['| open | |\n', ''],
        ['| send | draft | open |', '| send | draft | settled |'],
        ['| pay | open | paid |', '| pay | draft | settled |'],
      ],
      endpoints: [['status == "paid"', 'status == "settled"']],
    }),
  },
  'values were added and removed': {
    newer: base,
    changes:
      '| 2 | value added | Invoice.kind services | | as goods | |\n| 2 | value removed | Invoice.kind rent | | as goods | |',
    older: changed({ resources: [['one of goods, services', 'one of goods, rent']] }),
  },
  'fields became required and optional': {
    newer: base,
    changes:
      '| 2 | required | Line.amount | | default 0 | default 0 |\n| 2 | optional | Invoice.memo | | default "" | default "" |',
    older: changed({
      resources: [
        ['| required; 0.. |', '| 0.. |'],
        ['| ..200 characters |', '| ..200 characters; required |'],
      ],
    }),
  },
  'a type was changed': {
    newer: base,
    changes: '| 2 | type | Invoice.total | string | = `string(total)` | = `int(input.total)` |',
    older: changed({
      resources: [['| total | integer | default 0 |', '| total | string | |']],
      states: [['total > 0', 'total != ""']],
      endpoints: [['sort memo, total', 'sort memo']],
    }),
  },
  'a default and constraints were changed': {
    newer: base,
    changes:
      '| 2 | default | Invoice.kind | services | | |\n| 2 | default | Invoice.total | — | | |\n| 2 | constraint | Invoice.memo | ..20 characters | | |',
    older: changed({
      resources: [
        ['default goods', 'default services'],
        ['| default 0 |', '| |'],
        ['..200 characters', '..20 characters'],
      ],
    }),
  },
  'parameters were added and renamed': {
    newer: base,
    changes:
      '| 2 | added | parameter with of list Invoice | | absent | |\n| 2 | renamed | parameter note of list Invoice | remark | | |',
    older: changed({
      endpoints: [
        ['| with | expand customer | |\n', ''],
        ['| note |', '| remark |'],
      ],
    }),
  },
  'a parameter was removed': {
    newer: base,
    changes: '| 2 | removed | parameter lang of list Invoice | string; ..5 characters | | ignored |',
    older: changed({
      endpoints: [
        ['| with | expand customer | |', '| with | expand customer | |\n| lang | input string | ..5 characters |'],
      ],
    }),
  },
  'parameters became optional and got another default': {
    newer: changed({ endpoints: [['| status | filter status = | |', '| status | filter status = | default draft |']] }),
    changes:
      '| 2 | default | parameter status of list Invoice | open | | |\n| 2 | optional | parameter note of list Invoice | | | default "" |',
    older: changed({
      endpoints: [
        ['| status | filter status = | |', '| status | filter status = | default open |'],
        ['| note | filter memo = | |', '| note | filter memo = | required |'],
      ],
    }),
  },
  'an operation was added, another got its path and status': {
    newer: base,
    changes:
      '| 2 | added | update Invoice | | | |\n| 2 | path | pay Invoice | PUT /invoices/{id}/paid | | |\n| 2 | status | pay Invoice | 202 | | |',
    older: changed({
      endpoints: [
        [/\| update Invoice .*\n/, ''],
        ['| pay Invoice | POST | /invoices/{id}/pay | | 200', '| pay Invoice | PUT | /invoices/{id}/paid | | 202'],
      ],
    }),
  },
  'events were added and renamed': {
    newer: base,
    changes: '| 2 | added | event invoice.sent | | | |\n| 2 | renamed | event invoice.paid | invoice.settled | | |',
    older: changed({
      events: [
        [/\| invoice.sent .*\n/, ''],
        ['invoice.paid', 'invoice.settled'],
      ],
    }),
  },
  'codes were added and renamed': {
    newer: base,
    changes:
      '| 2 | error added | not_sendable | | as wrong_state | |\n| 2 | renamed | invalid | bad_request | | |\n| 2 | error removed | too_late | | | |',
    older: changed({
      errors: [
        [/\| not_sendable .*\n/, ''],
        ['| invalid |', '| bad_request |'],
      ],
    }),
  },
  'limits were changed': {
    newer: base,
    changes:
      '| 2 | limit | wait | 30 seconds | | |\n| 2 | limit | pages | 10, at most 50 | | |\n| 2 | behavior | send Invoice | used to send a letter | | |',
    older: changed({
      limits: [
        ['10 seconds', '30 seconds'],
        ['20, at most 100', '10, at most 50'],
      ],
    }),
  },
};

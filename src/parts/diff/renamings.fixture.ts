/** By what is renamed, where its row stands, the rows' Before, and the rules that tell of it. */
export const renamings: Readonly<
  Record<
    string,
    { readonly where: string; readonly now: RegExp; readonly before: string; readonly rules: readonly string[] }
  >
> = {
  'a field': { where: 'Invoice.memo', now: /\bmemo\b/g, before: 'remark', rules: ['resources/field-renamed'] },
  'a member of an object': {
    where: 'Line.text',
    now: /\btext\b/g,
    before: 'label',
    rules: ['resources/field-renamed'],
  },
  'a member of an object of a union': {
    where: 'Card.digits',
    now: /\bdigits\b/g,
    before: 'pan',
    rules: ['resources/field-renamed'],
  },
  'a field one ref away': {
    where: 'Customer.email',
    now: /\bemail\b/g,
    before: 'address',
    rules: ['resources/field-renamed'],
  },
  'the field of a time': { where: 'Invoice.due', now: /\bdue\b/g, before: 'until', rules: ['resources/field-renamed'] },
  'a state field': {
    where: 'Invoice.status',
    now: /\bstatus\b/g,
    before: 'phase',
    rules: ['resources/field-renamed'],
  },
  'a ref': {
    where: 'Invoice.customer',
    now: /\bcustomer\b/g,
    before: 'client',
    rules: ['resources/field-renamed'],
  },
  'a value': {
    where: 'Invoice.kind goods',
    now: /\bgoods\b/g,
    before: 'wares',
    rules: ['resources/value-renamed'],
  },
  'a value of a list': {
    where: 'Invoice.kinds late',
    now: /\blate\b/g,
    before: 'tardy',
    rules: ['resources/value-renamed'],
  },
  'a value of a member': {
    where: 'Line.taxed half',
    now: /\bhalf\b/g,
    before: 'less',
    rules: ['resources/value-renamed'],
  },
  'a state': { where: 'Invoice.status open', now: /\bopen\b/g, before: 'sent', rules: ['states/state-renamed'] },
  'a parameter': {
    where: 'parameter about of list Invoice',
    now: /\babout\b/g,
    before: 'on',
    rules: ['endpoints/parameter-renamed'],
  },
  'an event': {
    where: 'event invoice.made',
    now: /\binvoice\.made\b/g,
    before: 'invoice.born',
    rules: ['events/event-renamed'],
  },
  'a code': { where: 'code bad', now: /\bbad\b/g, before: 'wrong', rules: ['errors/code-renamed'] },
};

import { defineDiagnostics } from '../diagnostics/diagnostic.ts';

const groups =
  'In the response of a list, the items of a list are groups of records if they have figures: `{ status: Invoice.status, month: month of paid_at, number: total count, revenue: sum of total }[]`.';

/** The mistakes that figures and groups can hold. */
export const figureDiagnostics = defineDiagnostics('shape', {
  'no-figure': {
    means: 'A list shows a figure of a field whose values cannot be counted or calculated in this way.',
    why: 'The database calculates the figures of all records, from the stored values of the field.',
    note: '`values of` and `counts of` take strings, integers, booleans, dates, date-times, states, `one of` and refs, and lists of strings, integers, `one of` or refs. `sum of` takes numbers and decimals, `minimum of` and `maximum of` also dates and date-times.',
    says: (words: string, why: string) => `\`${words}\` is not available: ${why}.`,
  },
  'groups-elsewhere': {
    means: 'A list of groups is outside the response of a list of records.',
    why: 'Groups are made of all records of a list.',
    note: groups,
    says: () => ({ message: 'Groups are available in the response of a list of records.', label: 'a list of groups' }),
  },
  'groups-without-key': {
    means: 'The groups of a list have figures only.',
    why: 'Without a field or a part of a date, all records are one group.',
    note: groups,
    says: (resource: string) => ({
      message: 'These groups have no key.',
      label: 'figures only',
      help: `add a field, such as \`status: ${resource}.status\`, or show the figures outside of a list`,
    }),
  },
  'not-of-group': {
    means: 'A member of a group is neither a key nor a figure.',
    why: 'A group stands for several records, so it has no values of one of them.',
    note: groups,
    says: (key: string, resource: string) => ({
      message: `\`${key}\` is neither a key nor a figure of the group.`,
      label: `write \`${resource}.<field>\`, \`month of <field>\`, \`total count\` or \`sum of <field>\``,
    }),
  },
  'no-key': {
    means: 'A list groups records by a field of which not each value makes a group.',
    why: 'The database groups the records by the stored values of the field.',
    note: groups,
    says: (words: string, why: string) => `Records cannot be grouped by \`${words}\`: ${why}.`,
  },
});

/** The kinds of the protocol for names of a document: the same in the outline and in completions. */
const ofNames = {
  resource: 'Class',
  object: 'Struct',
  union: 'Interface',
  field: 'Field',
  rule: 'Property',
  state: 'EnumMember',
  transition: 'Method',
  operation: 'Function',
  parameter: 'Variable',
  scheme: 'Variable',
  scope: 'Variable',
  attribute: 'Property',
  event: 'Event',
  code: 'Constant',
  limit: 'Variable',
  version: 'Constant',
} as const;

/** The kinds of entries of the outline. */
export const symbolKinds = { ...ofNames, part: 'Module', subject: 'Namespace' } as const;

/** The kinds of completions. */
export const completionKinds = {
  ...ofNames,
  word: 'Keyword',
  value: 'Value',
  root: 'Variable',
  function: 'Function',
  title: 'Module',
  table: 'Snippet',
} as const;

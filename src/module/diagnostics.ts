import { defineDiagnostics } from '../diagnostics/diagnostic.ts';
import { enumerate } from '../text/enumerate.ts';

const form = 'The module of a document has one default export: a call of `implement` with an object with literal keys.';
const fitting = 'Each operation marked `(handler)` has one handler, and each handler belongs to such an operation.';
const hooks =
  '`before` and `after` contain hooks of write operations, `within` those of changes without a handler; `computed` contains read-only fields that nothing else sets.';

/** Names the first operations, counts the others, and ends with the verb. */
function nameFirst(operations: readonly string[]): string {
  const named = operations.slice(0, 3).map((operation) => `\`${operation}\``);
  const others = operations.length - named.length;
  const all = others === 0 ? named : [...named, others === 1 ? 'one other' : `${others} others`];
  return `${enumerate(all, 'and')} ${operations.length === 1 ? 'is' : 'are'}`;
}

/** The mistakes in the TypeScript module of a document. */
export const diagnostics = defineDiagnostics('module', {
  unreadable: {
    means: 'The module contains a syntax error.',
    why: 'Node could not load the module, so no handler would exist.',
    note: 'The module of a document is TypeScript that Node can run.',
    says: (why: string) => `Nonet cannot read the module from here on: ${why}.`,
  },
  syntax: {
    means: 'The module uses TypeScript that needs translation, such as an enum.',
    why: 'Node runs the module directly and only removes its types.',
    note: 'Node strips the types of the module but does not translate other TypeScript syntax.',
    says: (why: string) => ({ message: `Node cannot run the module: ${why}.`, label: 'here' }),
  },
  'no-default': {
    means: 'The module does not export its handlers as default.',
    why: 'The service imports the default export and would find no handlers.',
    note: form,
    help: 'add `export default implement<…>()({ … });`',
    says: () => 'The module has no default export.',
  },
  'not-implement': {
    means: 'The default export of the module is not a call of `implement` with one object.',
    why: '`implement` gives the handlers their types, and Nonet reads the keys of its argument.',
    note: form,
    says: () => ({ message: 'The default export is not a call of `implement` with one object.', label: 'here' }),
  },
  'literal-keys': {
    means: 'A member of the module has a computed key or is a spread.',
    why: 'Nonet checks the keys against the document without running the module, so they must be literals.',
    note: form,
    help: 'write the name of the operation as its key',
    says: () => 'This member does not have a literal key.',
  },
  'hooks-object': {
    means: 'The value of `before`, `within`, `after` or `computed` is not an object literal.',
    why: 'Nonet reads the keys without running the module, so they must be written in it.',
    note: form,
    says: (name: string) => ({
      message: `\`${name}\` is not an object literal.`,
      help: `write an object with literal keys, \`${name}: { … }\``,
    }),
  },
  'no-module': {
    means: 'An operation is marked `(handler)`, but the document has no module.',
    why: 'Every call of the operation would fail.',
    note: fitting,
    help: 'write the module, or let `nonet generate handlers` write its beginning',
    says: (operations: readonly string[], file: string) =>
      `${nameFirst(operations)} marked \`(handler)\`, but the module \`${file}\` does not exist.`,
  },
  unwritten: {
    severity: 'warning',
    means: 'The handler of an operation is `unwritten`: its code does not exist yet.',
    why: 'The service responds to the operation with 501.',
    note: fitting,
    help: 'replace `unwritten` by a function',
    says: (operations: readonly string[], file: string) => `${nameFirst(operations)} \`unwritten\` in \`${file}\`.`,
  },
  'no-handler': {
    means: 'An operation is marked `(handler)`, but the module has no function for it.',
    why: 'Every call of the operation would fail.',
    note: fitting,
    says: (operation: string, file: string) =>
      `\`${operation}\` is marked \`(handler)\`, but \`${file}\` has no handler for it.`,
  },
  'no-operation': {
    means: 'The module has a function for an operation that the document does not mark `(handler)`.',
    why: 'The function would never run; often its key is misspelled.',
    note: fitting,
    says: (name: string, near: string | undefined) => ({
      message: `The document has no operation \`${name}\` marked \`(handler)\`.`,
      suggestion: near && `'${near}'`,
    }),
  },
  'duplicate-handler': {
    means: 'The module has two handlers for the same operation.',
    why: 'JavaScript keeps only the last one, so the first would never run.',
    note: fitting,
    says: (name: string) => `\`${name}\` already has a handler.`,
  },
  'no-hook': {
    means: 'A hook is named after an operation that does not write, or that the document does not have.',
    why: 'The hook would never run.',
    note: hooks,
    says: (name: string, why: string, near: string | undefined) => ({
      message: `\`${name}\` cannot have a hook: ${why}.`,
      suggestion: near && `'${near}'`,
    }),
  },
  'no-member': {
    means: '`computed` contains a name that is not a read-only field without another source.',
    why: 'The function would never run, or would compete with a value that the service sets.',
    note: hooks,
    says: (name: string, near: string | undefined) => ({
      message: `\`${name}\` is not a read-only field that code computes.`,
      suggestion: near && `'${near}'`,
    }),
  },
});

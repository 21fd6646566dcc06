import { defineDiagnostics } from '../diagnostics/diagnostic.ts';

const form = 'The module of a document has one default export: a call of `implement` with an object with literal keys.';
const fitting = 'Each operation marked `(handler)` has one handler, and each handler belongs to such an operation.';
const hooks =
  '`before` and `after` contain hooks of write operations; `computed` contains read-only fields that nothing else sets.';

/** The mistakes in the TypeScript module of a document. */
export const diagnostics = defineDiagnostics('module', {
  unreadable: {
    note: 'The module of a document is TypeScript that Node can run.',
    says: (why: string) => `Nonet cannot read the module from here on: ${why}.`,
  },
  syntax: {
    note: 'Node strips the types of the module but does not translate other TypeScript syntax.',
    says: (why: string) => ({ message: `Node cannot run the module: ${why}.`, label: 'here' }),
  },
  'no-default': {
    note: form,
    says: () => ({
      message: 'The module has no default export.',
      suggestion: 'export default implement<…>()({ … });',
    }),
  },
  'not-implement': {
    note: form,
    says: () => ({ message: 'The default export is not a call of `implement` with one object.', label: 'here' }),
  },
  'literal-keys': {
    note: form,
    says: () => ({
      message: 'This member does not have a literal key.',
      help: 'write the name of the operation as its key',
    }),
  },
  'hooks-object': {
    note: form,
    says: (name: string) => ({
      message: `\`${name}\` is not an object literal.`,
      suggestion: `${name}: { … }`,
    }),
  },
  'no-module': {
    note: fitting,
    says: (operation: string, file: string) =>
      `\`${operation}\` is marked \`(handler)\`, but the module \`${file}\` does not exist.`,
  },
  'no-handler': {
    note: fitting,
    says: (operation: string, file: string) =>
      `\`${operation}\` is marked \`(handler)\`, but \`${file}\` has no handler for it.`,
  },
  'no-operation': {
    note: fitting,
    says: (name: string, near: string | undefined) => ({
      message: `The document has no operation \`${name}\` marked \`(handler)\`.`,
      suggestion: near && `'${near}'`,
    }),
  },
  'duplicate-handler': {
    note: fitting,
    says: (name: string) => `\`${name}\` already has a handler.`,
  },
  'no-hook': {
    note: hooks,
    says: (name: string, why: string, near: string | undefined) => ({
      message: `\`${name}\` cannot have a hook: ${why}.`,
      suggestion: near && `'${near}'`,
    }),
  },
  'no-member': {
    note: hooks,
    says: (name: string, near: string | undefined) => ({
      message: `\`${name}\` is not a read-only field that code computes.`,
      suggestion: near && `'${near}'`,
    }),
  },
});

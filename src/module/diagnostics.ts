import { defineDiagnostics } from '../diagnostics/diagnostic.ts';

const form =
  'The module beside a document has one default export: a call of `implement` with an object of literal keys.';
const fitting = 'Each operation marked `(handler)` has one handler, and each handler is one of these operations.';
const hooks =
  '`before` and `after` hold hooks of operations that write; `computed` holds read-only fields that nothing else gives.';

/** What can be wrong with the module of code beside a document. */
export const diagnostics = defineDiagnostics('module', {
  unreadable: {
    note: 'The module beside a document is TypeScript that Node can run.',
    says: (why: string) => `The module cannot be read from here: ${why}.`,
  },
  syntax: {
    note: 'Node runs the module beside a document as it is: it strips types and translates no other syntax of TypeScript.',
    says: (why: string) => ({ message: `Node cannot run the module: ${why}.`, label: 'here' }),
  },
  'no-default': {
    note: form,
    says: () => ({
      message: 'The module exports nothing by default.',
      suggestion: 'export default implement<…>()({ … });',
    }),
  },
  'not-implement': {
    note: form,
    says: () => ({ message: 'What stands here is no call of `implement` with one object.', label: 'here' }),
  },
  'literal-keys': {
    note: form,
    says: () => 'This member has no literal key, so nobody can tell by reading which operation it stands for.',
  },
  'hooks-object': {
    note: form,
    says: (name: string) => ({
      message: `\`${name}\` is no object that stands here literally.`,
      suggestion: `${name}: { … }`,
    }),
  },
  'no-module': {
    note: fitting,
    says: (operation: string, file: string) =>
      `\`${operation}\` is marked (handler), and there is no module \`${file}\` that could hold its handler.`,
  },
  'no-handler': {
    note: fitting,
    says: (operation: string, file: string) =>
      `\`${operation}\` is marked (handler), and \`${file}\` has no handler for it.`,
  },
  'no-operation': {
    note: fitting,
    says: (name: string, near: string | undefined) => ({
      message: `The document has no operation \`${name}\` that is marked (handler).`,
      suggestion: near && `'${near}'`,
    }),
  },
  'duplicate-handler': {
    note: fitting,
    says: (name: string) => `\`${name}\` has a handler already.`,
  },
  'no-hook': {
    note: hooks,
    says: (name: string, why: string, near: string | undefined) => ({
      message: `No hook can stand at \`${name}\`: ${why}.`,
      suggestion: near && `'${near}'`,
    }),
  },
  'no-member': {
    note: hooks,
    says: (name: string, near: string | undefined) => ({
      message: `\`${name}\` is no read-only field of the document that is left for code to give.`,
      suggestion: near && `'${near}'`,
    }),
  },
});

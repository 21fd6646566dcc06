import { escapeLine } from '../../hidden.ts';
import { formatChoiceType, formatObjectType, formatPropertyKey, quoteString } from '../../types/values.ts';
import { toCamel, toPascal } from '../../words.ts';
import type { ClientMember, ClientType, Declaration } from '../type.ts';

/** Writes a type of JSON values, its members on lines indented by `indent` times two spaces. */
export function formatType(type: ClientType, indent = 0): string {
  switch (type.kind) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'unknown':
      return type.kind;
    case 'integer':
    case 'number':
      return 'number';
    case 'file':
    case 'content':
      return 'Blob';
    case 'none':
      return 'undefined';
    case 'literal':
      return typeof type.value === 'string' ? quoteString(type.value) : String(type.value);
    case 'choice':
      return formatChoiceType(type.values);
    case 'list':
      return `readonly ${wrap(formatType(type.item, indent))}[]`;
    case 'map':
      return /* not a message */ `{ readonly [key: string]: ${formatType(type.item, indent)} }`;
    case 'tuple':
      return `readonly [${type.items.map((item) => formatType(item, indent)).join(', ')}]`;
    case 'union':
      return type.of.map((each) => formatType(each, indent)).join(' | ');
    case 'object':
      return formatMembers(type.members, indent);
    case 'named':
      return type.name;
    case 'partial':
      return `Partial<${formatType(type.of, indent)}>`;
  }
}

/** A type in parentheses where it is before `[]`. */
function wrap(type: string): string {
  return /^[\w$.]+$/.test(type) ? type : `(${type})`;
}

/** Writes the type of an object with these members. */
function formatMembers(members: readonly ClientMember[], indent = 0): string {
  return formatObjectType(
    members.map(({ name, type, optional, doc }) => ({
      name,
      type: formatType(type, indent + 1),
      optional,
      ...(doc === undefined ? {} : { doc: toDoc(doc) }),
    })),
    indent,
  );
}

/** Writes the declaration of a type. */
export function formatDeclaration(declaration: Declaration): string {
  const { name } = declaration;
  switch (declaration.kind) {
    case 'object': {
      const { members, base, inner, doc } = declaration;
      const head = `${inner === true ? '' : 'export '}interface ${name}${base === undefined ? '' : ` extends ${base}`}`;
      return `${doc === undefined ? '' : `/** ${toDoc(doc)} */\n`}${head} ${formatMembers(members)}`;
    }
    case 'alias':
      return `export type ${name} = ${formatType(declaration.type)};`;
    case 'tagged': {
      const cases = declaration.cases.map(
        ({ object, value }) =>
          `(${object} & { readonly ${formatPropertyKey(declaration.tag)}: ${quoteString(value)} })`,
      );
      return `export type ${name} = ${cases.join(' | ') || 'never'};`;
    }
    case 'codes': {
      const { operation, codes } = declaration;
      const union = codes.map((code) => (code === undefined ? 'undefined' : quoteString(code)));
      return `/** The codes with which the service rejects \`${toDoc(operation)}\`. */\nexport type ${name} =${wrapUnion(union)};`;
    }
  }
}

/** The alternatives of a type, on lines of their own where they are many. */
function wrapUnion(alternatives: readonly string[]): string {
  const text = alternatives.join(' | ') || 'never';
  return text.length <= 80 ? ` ${text}` : alternatives.map((alternative) => `\n  | ${alternative}`).join('');
}

/** The text of a comment: no end of a comment ends it early, no line breaks, no characters that cannot be seen. */
export function toDoc(text: string): string {
  return escapeLine(text).replaceAll('*/', '*\\/');
}

/** The words that no argument of a method may have as its name, in the strict mode of modules and classes. */
const keywords =
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield';

/** The other arguments of methods, and what their code names. */
const named = 'body call client connection each operations options parameters readPages readUntil result states';

const taken: ReadonlySet<string> = new Set(`${keywords} ${named}`.split(' '));

/** The types of TypeScript and of browsers that the code of a client names. */
export const globalTypes: readonly string[] =
  'AbortSignal ArrayBuffer AsyncGenerator AsyncIterable AsyncIterator Blob Extract FormData Headers Pick Promise PromiseLike ReadableStream Readonly ReadonlyMap Record Response URL'.split(
    ' ',
  );

/** Returns a name of the document as the name of an argument. */
export function nameArgument(name: string): string {
  const camel = toCamel(name);
  return taken.has(camel) || !/^[A-Za-z]/.test(camel) ? `own${toPascal(camel)}` : camel;
}

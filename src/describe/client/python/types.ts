import { toPascal } from '../../words.ts';
import type { ClientMember, ClientType, Declaration } from '../type.ts';
import { isMemberName, quotePython, quoteType, toComment, toDocstring } from './names.ts';

/** Writes types, and the classes that they need: Python has no objects without a name. */
export interface PythonTypes {
  /** `name`: what an object of the type is called that has no name of its own. */
  readonly format: (type: ClientType, name: string) => string;
  readonly declare: (declaration: Declaration) => void;
  readonly add: (text: string) => void;
  /** The declarations so far. */
  readonly list: () => readonly string[];
}

/** Creates the writer of the types of a client. */
export function createPythonTypes(
  declarations: readonly Declaration[],
  reserve: (name: string) => string,
): PythonTypes {
  const texts: string[] = [];
  const anonymous = new Map<string, string>();
  const byName = new Map(declarations.map((declaration) => [declaration.name, declaration]));

  const format: PythonTypes['format'] = (type, name) => {
    switch (type.kind) {
      case 'list':
        return `Sequence[${format(type.item, name)}]`;
      case 'map':
        return `Mapping[str, ${format(type.item, name)}]`;
      case 'tuple':
        return `Sequence[${join(type.items.map((item) => format(item, name))) || 'Any'}]`;
      case 'union':
        return join(type.of.map((each) => format(each, name)));
      case 'object':
        return nameObject(type.members, name);
      case 'named':
        return type.name;
      case 'partial':
        return nameObject(
          listAllMembers(type.of).map((member) => ({ ...member, optional: true })),
          `${type.of.kind === 'named' ? type.of.name : name}Part`,
        );
      default:
        return formatSimple(type);
    }
  };

  const nameObject = (members: readonly ClientMember[], name: string): string => {
    const form = JSON.stringify(members);
    const known = anonymous.get(form);
    if (known !== undefined) return known;
    const made = reserve(name);
    anonymous.set(form, made);
    declareObject({ name: made, members });
    return made;
  };

  /** The members that any of the objects of a type has; one that several have is of any of its types. */
  const listAllMembers = (type: ClientType): readonly ClientMember[] => {
    if (type.kind === 'object') return type.members;
    if (type.kind === 'union') {
      const all = Map.groupBy(type.of.flatMap(listAllMembers), ({ name }) => name);
      return [...all.values()].map((same) => {
        const forms = new Map(same.map((member) => [JSON.stringify(member.type), member.type]));
        return { ...same[0]!, type: { kind: 'union', of: [...forms.values()] } };
      });
    }
    const found = type.kind === 'named' ? byName.get(type.name) : undefined;
    if (found?.kind === 'alias') return listAllMembers(found.type);
    if (found?.kind === 'tagged') {
      return listAllMembers({ kind: 'union', of: found.cases.map(({ object }) => ({ kind: 'named', name: object })) });
    }
    if (found?.kind !== 'object') return [];
    const base = found.base === undefined ? [] : listAllMembers({ kind: 'named', name: found.base });
    return [...base, ...found.members].filter((member) => member.type.kind !== 'none');
  };

  const declareObject = (object: {
    readonly name: string;
    readonly members: readonly ClientMember[];
    readonly base?: string;
    readonly doc?: string;
  }): void => {
    const { name, base, doc } = object;
    const inherited = base === undefined ? [] : listAllMembers({ kind: 'named', name: base });
    const isClass = [...inherited, ...object.members].every((member) => isMemberName(member.name));
    const members = isClass ? object.members : [...inherited, ...object.members];
    const typed = members
      .filter(({ type }) => type.kind !== 'none')
      .map((member) => {
        const type = format(member.type, `${name}${toPascal(member.name)}`);
        return { ...member, text: member.optional ? `NotRequired[${type}]` : type };
      });
    if (isClass) {
      const lines = [
        ...(doc === undefined ? [] : [toDocstring(doc)]),
        ...typed.flatMap((member) => [
          `${member.name}: ${member.text}`,
          ...(member.doc === undefined ? [] : [toDocstring(member.doc)]),
        ]),
      ];
      const body = lines.length === 0 ? ['pass'] : lines;
      texts.push(`class ${name}(${base ?? 'TypedDict'}):\n${body.map((line) => `    ${line}`).join('\n')}`);
      return;
    }
    // Python allows other names as texts only.
    const lines = typed.flatMap((member) => [
      ...(member.doc === undefined ? [] : [toComment(member.doc)]),
      `${quotePython(member.name)}: ${quoteType(member.text)},`,
    ]);
    const comment = doc === undefined ? '' : `${toComment(doc)}\n`;
    const entries = lines.map((line) => `        ${line}\n`).join('');
    texts.push(`${comment}${name} = TypedDict(\n    "${name}",\n    {\n${entries}    },\n)`);
  };

  const declare = (declaration: Declaration): void => {
    const { name } = declaration;
    switch (declaration.kind) {
      case 'object':
        declareObject(declaration);
        return;
      case 'alias':
        texts.push(formatAlias(name, format(declaration.type, `${name}Item`)));
        return;
      case 'codes': {
        const type = formatCodes(declaration.codes);
        texts.push(
          `${name}: TypeAlias = ${type}\n${toDocstring(`The codes with which the service rejects \`${declaration.operation}\`.`)}`,
        );
        return;
      }
      case 'tagged': {
        const cases = declaration.cases.map(({ object, value }) => {
          const members = listAllMembers({ kind: 'named', name: object });
          const tag: ClientMember = {
            name: declaration.tag,
            type: { kind: 'literal', value },
            optional: false,
          };
          return nameObject(
            [tag, ...members.filter((member) => member.name !== tag.name)],
            `${name}${toPascal(value)}`,
          );
        });
        texts.push(formatAlias(name, join(cases) || 'Never'));
      }
    }
  };
  return { format, declare, add: (text) => texts.push(text), list: () => texts };
}

function formatSimple(type: ClientType): string {
  switch (type.kind) {
    case 'string':
      return 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'file':
      return 'File';
    case 'content':
      return 'bytes';
    case 'null':
    case 'none':
      return 'None';
    case 'literal':
      return typeof type.value === 'number' && !Number.isSafeInteger(type.value)
        ? 'float'
        : `Literal[${typeof type.value === 'boolean' ? (type.value ? 'True' : 'False') : typeof type.value === 'string' ? quotePython(type.value) : type.value}]`;
    case 'choice':
      return type.values.length === 0 ? 'Never' : `Literal[${type.values.map(quotePython).join(', ')}]`;
    default:
      return 'Any';
  }
}

/** Writes another name of a type. */
export function formatAlias(name: string, type: string): string {
  return `${name}: TypeAlias = ${quoteType(type)}`;
}

function formatCodes(codes: readonly (string | undefined)[]): string {
  if (codes.length === 0) return 'Never';
  const values = codes.map((code) => (code === undefined ? 'None' : quotePython(code)));
  const line = `Literal[${values.join(', ')}]`;
  return line.length <= 80 ? line : `Literal[\n${values.map((value) => `    ${value},\n`).join('')}]`;
}

function join(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

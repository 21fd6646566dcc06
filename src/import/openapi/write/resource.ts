import type { LossSink } from '../../ledger/ledger.ts';
import { cell, type Row, row, type Section, section, type Words, words } from '../../page/model.ts';
import { writeProse } from '../../page/prose.ts';
import { formatField } from '../../page/text.ts';
import { readString, type Tree } from '../../source/tree.ts';
import type { ApiOperation } from '../api.ts';
import { type Bodies, notModified, unknownHeader } from '../bodies.ts';
import type { Schemas, Typed } from '../model.ts';
import { listShapeSays, readMarks } from '../objects.ts';
import { hasContent, type WrittenOperation, writeAbout } from '../operations.ts';
import { readInput } from '../parameters.ts';
import type { PathNames } from '../paths.ts';
import type { RecognizedResource, Reference } from '../rules/contract.ts';
import { recognizeStates } from '../rules/states.ts';
import { recognizeTimestamp } from '../rules/timestamps.ts';
import { readType } from '../types.ts';
import { writeStateField, writeStates } from './states.ts';

/** Writes the heading and the fields of a resource. Sentences about what was recognized go to `say`. */
export function writeResource(
  schemas: Schemas,
  { candidate, matches, references }: RecognizedResource,
  name: string,
  { nameOf, say }: Naming,
): Section | undefined {
  const { facets, identity } = candidate;
  const machine = recognizeStates(candidate, matches);
  const parents = new Set([...candidate.parents.values()].map(({ field }) => field));
  const own = section(words(name, ...listShapeSays(facets)));
  schemas.sections.push(own);
  const description = facets.keywords.get('description');
  own.prose.push(...writeProse(readString(description) ?? '', description));
  const create = matches.find(({ verb }) => verb === 'create');
  const sent = new Set(matches.flatMap(({ takes }) => takes));
  const rows = [...facets.properties].flatMap(([field, property]) => {
    const text = formatField(field);
    const shown = facets.required.get(field);
    if (text === undefined) {
      for (const tree of [property, shown])
        schemas.losses.lose(tree, 'nothing', 'The language has no field of this name.');
      return [];
    }
    const needed = matches
      .filter(({ verb }) => verb === 'create' || verb === 'replace')
      .flatMap((match) => match.requires.get(field) ?? []);
    const facts: FieldFacts = {
      field,
      text,
      property,
      shown,
      needed: create?.requires.get(field) ?? (create === undefined ? needed[0] : undefined),
      isSent: sent.has(field),
      inRequests: matches.flatMap(({ fieldSays }) => fieldSays.get(field) ?? []).filter((tree) => tree !== property),
      isIdentity: field === identity,
      isCreated: create !== undefined,
      isParent: parents.has(field),
      reference: references.get(field),
    };
    for (const tree of needed)
      if (tree !== facts.needed && tree !== shown)
        schemas.losses.lose(tree, 'nothing', 'A field is required by every create and replace or by none.');
    if (machine?.field === field)
      return [writeStateField(schemas, text, { property, shown, stated: facets.keywords.get('x-nonet-states') })];
    return [writeField(schemas, name, facts, { nameOf, say })];
  });
  own.tables.push({ columns: ['Field', 'Type', 'Constraints', 'Meaning'], rows });
  if (machine === undefined) return undefined;
  for (const sentence of machine.explain(name)) say(facets.properties.get(machine.field)!, sentence);
  return writeStates(name, machine);
}

/** The names of resources, and what takes sentences about what was recognized. */
export interface Naming {
  nameOf(candidate: RecognizedResource['candidate']): string;
  say(tree: Tree, sentence: string): void;
}

interface FieldFacts {
  readonly field: string;
  readonly text: string;
  readonly property: Tree;
  /** That a response always shows it. */
  readonly shown: Tree | undefined;
  /** That a create requires it. */
  readonly needed: Tree | undefined;
  readonly isSent: boolean;
  /** The same field in the schemas of requests. */
  readonly inRequests: readonly Tree[];
  readonly isIdentity: boolean;
  readonly isCreated: boolean;
  /** Whether the path of a create gives it its value. */
  readonly isParent: boolean;
  readonly reference: Reference | undefined;
}

function writeField(schemas: Schemas, name: string, facts: FieldFacts, { nameOf, say }: Naming): Row {
  const { field, text, property, shown, needed, isSent, isIdentity, isCreated, isParent, reference } = facts;
  const { losses } = schemas;
  const typed = readReference(schemas, name, facts, nameOf) ?? readType(schemas, property, `${name} ${field}`);
  const marks = readMarks(schemas, property);
  const others = readOthers(schemas, name, facts);
  const constraints: Words[] = [];
  let { type, says } = typed;
  if (isIdentity) {
    constraints.push(...(field === 'id' ? [] : [words('identity')]));
    type = type.replace(/ or null$/, '');
    if (isSent || (!isCreated && type === 'string')) constraints.push(words('required', needed));
    else {
      constraints.push(words('assigned', marks.readOnly));
      if (type === 'string') {
        for (const tree of says)
          losses.lose(tree, '`uuidv7`', 'Nonet generates identities of known formats, and the source states none.');
        [type, says] = ['uuidv7', []];
      }
    }
  } else if (isParent) {
    constraints.push(words('required', needed ?? shown));
    losses.lose(marks.readOnly, '`required`', 'The path of a create gives the field its value.');
    for (const tree of marks.default?.says ?? [])
      losses.lose(tree, 'nothing', 'A field that is required has no default.');
  } else if (isSent) {
    const standard = marks.default ?? others.standard;
    if (needed !== undefined) constraints.push(words('required', needed));
    if (standard !== undefined) {
      if (needed === undefined) constraints.push(standard);
      else for (const tree of standard.says) losses.lose(tree, 'nothing', 'A field that is required has no default.');
    }
    if (marks.writeOnly !== undefined) constraints.push(words('write-only', marks.writeOnly));
  } else {
    const time = recognizeTimestamp(field, type);
    if (time !== undefined) {
      type = type.replace(/ or null$/, '');
      say(property, `\`${field}\` of ${name} is ${time}, because no request sends it and it is a time with this name`);
    }
    constraints.push(words(time ?? 'read-only', marks.readOnly));
    if (marks.default !== undefined) {
      if (time === undefined) constraints.push(marks.default);
      else
        for (const tree of marks.default.says) losses.lose(tree, 'nothing', 'A time that is assigned has no default.');
    }
  }
  if (reference !== undefined)
    say(property, `\`${field}\` of ${name} refers to ${nameOf(reference.resource)}, because ${reference.because}`);
  const isAlways =
    isIdentity ||
    isParent ||
    needed !== undefined ||
    / or null$/.test(type) ||
    constraints.some(({ text: one }) => /^(default|assigned)/.test(one));
  if (shown !== undefined && shown !== needed && !isAlways)
    losses.lose(shown, 'nothing', 'A response leaves out a field that has no value.');
  return row({
    Field: cell(text, isAlways ? shown : undefined),
    Type: cell(type, ...says, ...others.typeSays),
    Constraints: {
      items:
        isIdentity && type === 'uuidv7' ? constraints : [...constraints, ...typed.constraints, ...others.constraints],
    },
    Meaning: marks.meaning.items.length > 0 ? marks.meaning : others.meaning,
  });
}

/** Reads the type of a field that refers to a resource. The constraints of its text are those of the identity there. */
function readReference(
  schemas: Schemas,
  name: string,
  { field, property, reference }: FieldFacts,
  nameOf: Naming['nameOf'],
): Typed | undefined {
  if (reference === undefined) return undefined;
  const { type, says, constraints, isNullable } = readType(schemas, property, `${name} ${field}`);
  for (const tree of constraints.flatMap((one) => one.says))
    schemas.losses.lose(tree, 'nothing', 'A reference has the constraints of the identity to which it refers.');
  const stated = schemas.facetsOf(property).keywords.get('x-nonet-ref');
  return {
    type: `ref ${nameOf(reference.resource)}${type.endsWith(' or null') ? ' or null' : ''}`,
    says: stated === undefined ? says : [...says, stated],
    constraints: [],
    isNullable,
  };
}

/** Reads a field in the schemas of requests. Constraints that the schema of the record does not state hold for the record. */
function readOthers(schemas: Schemas, name: string, { field, property, inRequests, reference }: FieldFacts) {
  if (reference !== undefined) {
    const typed = inRequests.map((tree) => readType(schemas, tree, `${name} ${field}`));
    for (const tree of typed.flatMap(({ constraints }) => constraints.flatMap(({ says }) => says)))
      schemas.losses.lose(tree, 'nothing', 'A reference has the constraints of the identity to which it refers.');
    const typeSays = [
      ...typed.flatMap(({ says }) => says),
      ...inRequests.flatMap((tree) => schemas.facetsOf(tree).keywords.get('x-nonet-ref') ?? []),
    ];
    const meaning = inRequests.map((tree) => readMarks(schemas, tree).meaning).find(({ items }) => items.length > 0);
    return { constraints: [], typeSays, standard: undefined, meaning: meaning ?? cell('') };
  }
  const own = new Set(
    readType({ ...schemas, losses: silent }, property, `${name} ${field}`).constraints.map(({ text }) => kindOf(text)),
  );
  const constraints: Words[] = [];
  const typeSays: Tree[] = [];
  let standard: Words | undefined;
  let meaning = cell('');
  for (const tree of inRequests) {
    const typed = readType(schemas, tree, `${name} ${field}`);
    const marks = readMarks(schemas, tree);
    typeSays.push(...typed.says);
    for (const constraint of typed.constraints) {
      const kind = kindOf(constraint.text);
      if (own.has(kind)) {
        if (!constraints.some(({ text }) => text === constraint.text))
          for (const lost of constraint.says)
            schemas.losses.lose(lost, 'the constraint of the record', 'A field has one constraint of a kind.');
      } else {
        own.add(kind);
        constraints.push(constraint);
      }
    }
    if (standard === undefined) standard = marks.default;
    else
      for (const lost of marks.default?.says ?? [])
        schemas.losses.lose(lost, 'the default of the create', 'A field has one default.');
    if (meaning.items.length === 0) meaning = marks.meaning;
  }
  return { constraints, typeSays, standard, meaning };
}

const silent = { lose: () => undefined, rename: () => undefined };

function kindOf(constraint: string): string {
  return constraint.replace(/[0-9.`^$].*?(?= (characters|items|keys)$)|`.*`|\.\..*|-?[0-9].*/g, '').trim();
}

/** Records the parts of responses of success that an operation of a resource does not state. */
function loseUnshown(losses: LossSink, { responses }: ApiOperation): void {
  for (const { status, tree, headers } of responses) {
    if (status === '304') losses.lose(tree, 'nothing', notModified);
    else if (status.startsWith('2'))
      for (const [name, header] of headers) if (name !== 'Location') losses.lose(header, 'nothing', unknownHeader);
  }
}

/** Writes the operations of a resource. */
export function writeResourceOperations(
  bodies: Bodies,
  { candidate, matches }: RecognizedResource,
  paths: PathNames,
  prefix: string,
): readonly WrittenOperation[] {
  const { losses } = bodies.schemas;
  const { name, identity, placeholder, parents } = candidate;
  const base = candidate.path.replace(/\{([^{}]+)\}/g, (whole, one: string) => `{${parents.get(one)?.field ?? whole}}`);
  return matches.map((match) => {
    const { verb, operation, request, response, parameters } = match;
    match.lose(losses);
    loseUnshown(losses, operation);
    const isItem = verb === 'read' || verb === 'update' || verb === 'replace' || verb === 'delete';
    const { path } = paths.give(isItem ? `${base}/{${identity}}` : base);
    const called = `${verb} ${name}`;
    const below = section(words(called));
    const about = writeAbout(bodies, operation, below);
    const rows = parameters.flatMap(
      ({ written, maps }) => readInput(bodies.schemas, written.parameter)?.row(maps) ?? [],
    );
    if (rows.length > 0) below.tables.push({ columns: ['Parameter', 'Maps to', 'Constraints', 'Meaning'], rows });
    const own = operation.parameters.filter((one) => one.in === 'path');
    losses.rename(operation.tree, `{${placeholder}}`, `{${identity}}`);
    for (const [one, { field }] of parents) losses.rename(operation.tree, `{${one}}`, `{${field}}`);
    const says = own.flatMap((one) => [
      ...(one.schema === undefined
        ? []
        : sayIdentity(bodies.schemas, parents.get(one.name)?.resource ?? candidate, one.schema)),
      ...one.refs,
      ...listScalars(one.tree, ['name', 'in', 'required']),
    ]);
    return {
      operation,
      name: called,
      below,
      row: row(
        {
          Operation: cell(called),
          Method: cell(operation.method),
          Path: cell(`${prefix}${path}`, ...says),
          Request: cell(request.text, ...request.says),
          Response: cell(response.text, ...response.says),
          Meaning: about,
        },
        hasContent(below) ? below : undefined,
      ),
    };
  });
}

/** Returns the facts of the schema of a path, if it is that of the identity. */
function sayIdentity(
  schemas: Schemas,
  { facets, identity, name }: RecognizedResource['candidate'],
  schema: Tree,
): readonly Tree[] {
  const own = readType({ ...schemas, losses: silent }, facets.properties.get(identity)!, name);
  const sent = readType({ ...schemas, losses: silent }, schema, name);
  return own.type === sent.type ? sent.says : [];
}

function listScalars(tree: Tree, keys: readonly string[]): readonly Tree[] {
  return tree.kind === 'map' ? keys.flatMap((key) => tree.entries.get(key) ?? []) : [];
}

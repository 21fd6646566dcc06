import { type Words, words } from '../page/model.ts';
import { formatLiteral, formatNumber, formatPattern, formatString } from '../page/text.ts';
import { get, isTrue, listItems, readNumber, readString, type Tree } from '../source/tree.ts';
import type { Facets } from './facets.ts';
import type { Schemas, Typed } from './model.ts';

/** How deep lists and maps are written inside one another in one cell. */
const deepestType = 6;

/** Returns the type of a schema. `hint` names an object that has no name of its own. */
export function readType(schemas: Schemas, tree: Tree, hint: string, depth = 0): Typed {
  const { target, says, nullable } = schemas.unwrap(tree);
  const named = schemas.nameOf(target, hint);
  if (named !== undefined) {
    const outer = schemas.facetsOf(tree);
    const isNullable = nullable.length > 0 || (tree !== target && outer.nullable.length > 0);
    return {
      type: isNullable ? `${named.name} or null` : named.name,
      says: [...says, ...nullable, ...(tree !== target ? outer.nullable : [])],
      constraints: [],
      isNullable,
    };
  }
  return readPlainType(schemas, schemas.facetsOf(tree), hint, depth);
}

function readPlainType(schemas: Schemas, facets: Facets, hint: string, depth: number): Typed {
  const base = readBase(schemas, facets, hint, depth);
  const isNullable = facets.nullable.length > 0 && base.type !== 'any';
  const says = [...facets.refs, ...base.says, ...(isNullable || base.type === 'any' ? facets.nullable : [])];
  for (const tree of facets.overridden)
    schemas.losses.lose(tree, 'the first of both', 'Two parts of `allOf` state it in two ways.');
  if (facets.isBroken)
    schemas.losses.lose(get(facets.tree, '$ref'), `\`${base.type}\``, 'Its reference is not followed.');
  return { ...base, type: isNullable ? `${base.type} or null` : base.type, says, isNullable };
}

type Base = Omit<Typed, 'isNullable'>;

function readBase(schemas: Schemas, facets: Facets, hint: string, depth: number): Base {
  const { keywords, types, alternatives, typeSays, properties } = facets;
  const list = keywords.get('oneOf') ?? keywords.get('anyOf');
  if (alternatives.length === 1 && types.size === 0 && depth < deepestType) {
    const one = readType(schemas, alternatives[0]!, hint, depth + 1);
    return { ...one, type: one.type.replace(/ or null$/, '') };
  }
  if (list !== undefined && properties.size === 0) return readAlternatives(schemas, facets, list, hint, depth);
  const type = [...types][0];
  if (types.size === 2 && types.has('integer') && types.has('number')) return readNumeric(facets, 'number');
  if (types.size !== 1 || type === undefined) {
    const isAny = types.size === 0;
    if (!isAny)
      for (const says of typeSays)
        schemas.losses.lose(says, '`any`', 'The language has no type of several JSON types.');
    const values = keywords.get('enum') ?? keywords.get('const');
    if (values !== undefined) schemas.losses.lose(values, '`any`', 'Values of `one of` are strings.');
    return { type: 'any', says: [], constraints: [] };
  }
  if (type === 'string') return readText(schemas, facets);
  if (type === 'integer' || type === 'number') return readNumeric(facets, type, schemas);
  if (type === 'boolean') return { type, says: typeSays, constraints: [] };
  if (type === 'array') return readList(schemas, facets, hint, depth);
  if (type === 'object') return readMap(schemas, facets, hint, depth);
  schemas.losses.lose(typeSays[0], '`any`', `The language has no type \`${type}\`.`);
  return { type: 'any', says: [], constraints: [] };
}

function readAlternatives(
  schemas: Schemas,
  { alternatives, types, typeSays }: Facets,
  list: Tree,
  hint: string,
  depth: number,
): Base {
  const all = alternatives.slice(0, 100).map((one) => schemas.facetsOf(one));
  const kinds = new Set([...types, ...all.flatMap((facets) => [...facets.types])]);
  const isPlain =
    alternatives.length <= 100 &&
    all.every(({ alternatives: inner, types: own }) => inner.length === 0 && own.size === 1);
  const why = 'The language has no alternatives without a tag.';
  if (
    isPlain &&
    kinds.size === 1 &&
    kinds.has('string') &&
    all.every(({ keywords }) => keywords.has('enum') || keywords.has('const'))
  ) {
    const values = all.map((facets) => readText(schemas, facets));
    const items = values.flatMap(({ type }) => type.replace(/^one of /, '').split(', '));
    if (values.every(({ type }) => type.startsWith('one of ') && !type.includes('"')))
      return {
        type: `one of ${[...new Set(items)].join(', ')}`,
        says: [...typeSays, ...values.flatMap(({ says }) => says)],
        constraints: [],
      };
  }
  const isWhole = all.every(
    ({ types: own, keywords }) => own.size === 1 && !keywords.has('enum') && !keywords.has('format'),
  );
  const same = kinds.size === 1 ? [...kinds][0]! : undefined;
  const simple =
    isPlain && same !== undefined && ['string', 'integer', 'number', 'boolean'].includes(same) ? same : undefined;
  const type = simple ?? (isPlain && same === 'object' ? 'object' : 'any');
  schemas.losses.lose(
    list,
    `\`${type}\``,
    simple !== undefined && isWhole ? 'The alternatives have one type, and differ in their constraints.' : why,
  );
  for (const one of alternatives.slice(0, 100))
    if (depth < 1) schemas.nameOf(schemas.unwrap(one).target, `${hint}Case`);
  return { type, says: type === 'any' ? [] : typeSays, constraints: [] };
}

const formats: Readonly<Record<string, string>> = {
  'date-time': 'date-time',
  date: 'date',
  time: 'time',
  duration: 'duration',
  email: 'email',
  hostname: 'hostname',
  ipv4: 'ipv4',
  ipv6: 'ipv6',
  uri: 'uri',
  uuid: 'uuid',
  byte: 'byte',
  decimal: 'decimal',
};

/** The pattern of a TypeID: its prefix, and 26 characters of base 32. */
const typeId = /^\^([a-z](?:[a-z_]*[a-z])?)_\[0-7\]\[0-9a-hjkmnp-tv-z\]\{25\}\$$/;

function readText({ losses }: Schemas, { keywords, typeSays }: Facets): Base {
  const values = keywords.get('enum') ?? (keywords.get('const') === undefined ? undefined : keywords.get('const'));
  const formatTree = keywords.get('format');
  if (values !== undefined) {
    const items = values.kind === 'list' ? values.items : [values];
    const texts = [...new Set(items.map(readString).filter((text) => text !== undefined))];
    const isClean = texts.every((text) => !/[\u0000-\u001f\u007f]/.test(text));
    if (texts.length > 0 && texts.length <= 1_000 && isClean) {
      for (const [index, item] of items.entries()) {
        const text = readString(item);
        if (text === undefined && !(item.kind === 'scalar' && item.value === null))
          losses.lose(item, 'the other values', 'Values of `one of` are strings.');
        else if (text !== undefined && items.findIndex((one) => readString(one) === text) !== index)
          losses.lose(item, 'the first of both', 'It is stated twice.');
      }
      if (formatTree !== undefined) losses.lose(formatTree, '`one of …`', 'Fixed values have no format.');
      return { type: `one of ${texts.map(formatString).join(', ')}`, says: [...typeSays, values], constraints: [] };
    }
    losses.lose(values, '`string`', 'The language has no values of this form.');
  }
  const format = readString(formatTree) ?? '';
  const pattern = keywords.get('pattern');
  const prefix = typeId.exec(readString(pattern) ?? '')?.[1];
  if (prefix !== undefined && formatTree === undefined)
    return { type: `typeid ${prefix}`, says: [...typeSays, pattern!], constraints: [] };
  const type = Object.hasOwn(formats, format) ? formats[format]! : 'string';
  if (formatTree !== undefined && type === 'string' && format !== 'string')
    losses.lose(formatTree, '`string`', `The language has no format \`${format}\`.`);
  const says =
    formatTree !== undefined && (type !== 'string' || format === 'string') ? [...typeSays, formatTree] : typeSays;
  return { type, says, constraints: readTextConstraints(keywords) };
}

function readTextConstraints(keywords: Facets['keywords']): readonly Words[] {
  const found = readRange(keywords, 'minLength', 'maxLength', ' characters');
  const pattern = keywords.get('pattern');
  const text = pattern === undefined ? undefined : formatPattern(readString(pattern) ?? '');
  return text === undefined ? found : [...found, words(`pattern ${text}`, pattern)];
}

/** Reads a range of sizes. A lower bound of 0 says nothing more. */
export function readRange(keywords: Facets['keywords'], least: string, most: string, unit: string): readonly Words[] {
  const [low, high] = [keywords.get(least), keywords.get(most)];
  const [from, to] = [readSize(low), readSize(high)];
  if (to === undefined && (from === undefined || from === 0)) return from === 0 ? [words(`0..${unit}`, low)] : [];
  return [
    words(
      `${from ?? ''}..${to ?? ''}${unit}`,
      from === undefined ? undefined : low,
      to === undefined ? undefined : high,
    ),
  ];
}

function readSize(tree: Tree | undefined): number | undefined {
  const value = readNumber(tree);
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function readNumeric({ keywords, typeSays }: Facets, type: 'integer' | 'number', schemas?: Schemas): Base {
  const formatTree = keywords.get('format');
  const format = readString(formatTree) ?? '';
  const values = keywords.get('enum') ?? keywords.get('const');
  if (values !== undefined) schemas?.losses.lose(values, `\`${type}\``, 'Values of `one of` are strings.');
  const sized = type === 'integer' && (format === 'int32' || format === 'int64');
  const isSaid = sized || (type === 'number' && format === 'double') || format === type;
  if (formatTree !== undefined && !isSaid)
    schemas?.losses.lose(formatTree, `\`${type}\``, `The language has no format \`${format}\` of numbers.`);
  const says = formatTree !== undefined && isSaid ? [...typeSays, formatTree] : typeSays;
  const constraints = readBounds(keywords, type, schemas);
  return { type: sized ? format : type, says: [...says, ...sayWidest(keywords, type)], constraints };
}

/** The bounds that every `integer` has. */
function sayWidest(keywords: Facets['keywords'], type: string): readonly Tree[] {
  const [low, high] = [keywords.get('minimum'), keywords.get('maximum')];
  const isWidest =
    type === 'integer' && readNumber(low) === Number.MIN_SAFE_INTEGER && readNumber(high) === Number.MAX_SAFE_INTEGER;
  return isWidest && low !== undefined && high !== undefined ? [low, high] : [];
}

function readBounds(keywords: Facets['keywords'], type: string, schemas?: Schemas): readonly Words[] {
  const found: Words[] = [];
  const low = readBound(keywords, 'minimum', 'exclusiveMinimum', type, 1, schemas);
  const high = readBound(keywords, 'maximum', 'exclusiveMaximum', type, -1, schemas);
  if (type === 'integer' && low?.text === `${Number.MIN_SAFE_INTEGER}` && high?.text === `${Number.MAX_SAFE_INTEGER}`)
    return found;
  if (low !== undefined || high !== undefined)
    found.push({
      text: `${low?.text ?? ''}..${high?.text ?? ''}`,
      says: [...(low?.says ?? []), ...(high?.says ?? [])],
    });
  const step = keywords.get('multipleOf');
  const stepText = formatNumber(readNumber(step) ?? Number.NaN);
  if (step !== undefined && stepText !== undefined) found.push(words(`multiple of ${stepText}`, step));
  return found;
}

function readBound(
  keywords: Facets['keywords'],
  plain: string,
  exclusive: string,
  type: string,
  step: number,
  schemas?: Schemas,
): Words | undefined {
  const tree = keywords.get(plain);
  const without = keywords.get(exclusive);
  const isFlag = isTrue(without);
  const value = readNumber(tree);
  const open = readNumber(without);
  if (isFlag && value !== undefined) {
    if (type === 'integer' && Number.isSafeInteger(value)) return words(String(value + step), tree, without);
    schemas?.losses.lose(without, `\`${plain}\``, 'Bounds include their value.');
  }
  if (open !== undefined) {
    if (type === 'integer' && Number.isSafeInteger(open) && (value === undefined || (open - value) * step >= 0))
      return words(String(open + step), without);
    schemas?.losses.lose(without, 'nothing', 'Bounds include their value.');
  }
  const text = value === undefined ? undefined : formatNumber(value);
  return text === undefined
    ? undefined
    : words(text, tree, without?.kind === 'scalar' && without.value === false ? without : undefined);
}

function readList(schemas: Schemas, { keywords, typeSays }: Facets, hint: string, depth: number): Base {
  const items = keywords.get('items');
  const own = [...readRange(keywords, 'minItems', 'maxItems', ' items')];
  const unique = keywords.get('uniqueItems');
  if (isTrue(unique)) own.push(words('unique items', unique));
  if (items === undefined || items.kind !== 'map' || depth >= deepestType) {
    if (items !== undefined && depth >= deepestType)
      schemas.losses.lose(items, '`any[]`', 'Lists and maps are nested too deep.');
    return {
      type: 'any[]',
      says: [...typeSays, ...(items?.kind === 'map' ? [] : [items]).filter((tree) => tree !== undefined)],
      constraints: own,
    };
  }
  const item = readType(schemas, items, `${hint}Item`, depth + 1);
  const isEmpty = items.entries.size === 0;
  const inner = item.constraints.filter(({ text, says }) => {
    const isOfList = / items$|^unique items$| keys$/.test(text);
    if (isOfList)
      for (const tree of says)
        schemas.losses.lose(tree, 'nothing', 'A constraint on lists inside of lists has no place.');
    return !isOfList;
  });
  const type = /^one of |^map of | or null$/.test(item.type) ? `(${item.type})[]` : `${item.type}[]`;
  return { type, says: [...typeSays, ...item.says, ...(isEmpty ? [items] : [])], constraints: [...own, ...inner] };
}

function readMap(schemas: Schemas, { keywords, typeSays }: Facets, hint: string, depth: number): Base {
  const values = keywords.get('additionalProperties');
  const keys = readRange(keywords, 'minProperties', 'maxProperties', ' keys');
  if (values?.kind === 'map' && values.entries.size > 0 && depth < deepestType) {
    const value = readType(schemas, values, `${hint}Value`, depth + 1);
    const type = value.type.replace(/ or null$/, '');
    if (value.isNullable)
      schemas.losses.lose(
        schemas.facetsOf(values).nullable[0],
        `\`map of ${type}\``,
        'Values of a map are never null.',
      );
    const inner = value.constraints.filter(({ text, says }) => {
      const isOfWhole = / items$|^unique items$| keys$/.test(text);
      if (isOfWhole)
        for (const tree of says)
          schemas.losses.lose(tree, 'nothing', 'A constraint on lists inside of maps has no place.');
      return !isOfWhole;
    });
    return { type: `map of ${type}`, says: [...typeSays, ...value.says], constraints: [...keys, ...inner] };
  }
  const isOpen = values === undefined || isTrue(values) || (values.kind === 'map' && values.entries.size === 0);
  if (!isOpen) schemas.losses.lose(values, '`object`', 'An object without fields takes any.');
  return {
    type: 'object',
    says: [...typeSays, ...(isOpen && values !== undefined ? [values] : [])],
    constraints: keys,
  };
}

/** Returns the default of a schema as a constraint, or undefined; one that has no literal is lost. */
export function readDefault({ losses }: Schemas, { keywords }: Facets): Words | undefined {
  const tree = keywords.get('default');
  if (tree === undefined) return undefined;
  if (tree.kind === 'scalar' && tree.value === null) {
    losses.lose(tree, 'nothing', 'A field `or null` is null without a default.');
    return undefined;
  }
  const text = formatLiteral(tree);
  if (text !== undefined) return words(`default ${text}`, tree);
  losses.lose(tree, 'nothing', 'The language has no literal of this form.');
  return undefined;
}

/** Returns the alternatives of a schema that are named by a discriminator. */
export function listTagged(
  facets: Facets,
): { readonly property: Tree; readonly mapping: Tree | undefined } | undefined {
  const property = get(facets.keywords.get('discriminator'), 'propertyName');
  if (property === undefined || facets.alternatives.length === 0) return undefined;
  return { property, mapping: get(facets.keywords.get('discriminator'), 'mapping') };
}

/** Returns the items of a list of scalars. */
export function listTexts(tree: Tree | undefined): readonly string[] {
  return listItems(tree).flatMap((item) => readString(item) ?? []);
}

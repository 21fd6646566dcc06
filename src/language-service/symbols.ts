import type { Service } from '../parts/service.ts';
import type { Name, SourceText, Span } from '../text/location.ts';
import { memo } from '../text/memo.ts';

/** The kind of a name of a document. */
export type SymbolKind =
  | 'resource'
  | 'object'
  | 'union'
  | 'field'
  | 'rule'
  | 'state'
  | 'transition'
  | 'operation'
  | 'parameter'
  | 'scheme'
  | 'scope'
  | 'attribute'
  | 'event'
  | 'code'
  | 'limit'
  | 'version';

/** A name that the document defines. */
export interface NamedSymbol {
  readonly kind: SymbolKind;
  readonly name: string;
  /** The resource, object, machine or operation that it belongs to. */
  readonly of?: string;
  /** Where the name is defined first. */
  readonly span: Span;
  /** The other rows that define it: a transition or a scope may have several. */
  readonly others: readonly Span[];
  /** The row or heading of the definition. */
  readonly row: Span;
  readonly meaning?: SourceText | undefined;
}

/** Lists the names that a document defines, in the order of their kinds. */
export const listSymbols = memo((service: Service): readonly NamedSymbol[] =>
  [...listShapes(service), ...listMachines(service), ...listOperations(service), ...listOthers(service)].filter(
    ({ name }) => name !== '',
  ),
);

/** Lists the symbols that have one name by the line Tenant: its field in each resource and the attribute. Others are alone. */
export function listSameNames(service: Service, symbol: NamedSymbol): readonly NamedSymbol[] {
  const { tenant } = service.authentication;
  const isOfTenant = ({ kind, name, of = '' }: NamedSymbol): boolean =>
    name === tenant?.value && (kind === 'attribute' || (kind === 'field' && isResource(service, of)));
  return isOfTenant(symbol) ? listSymbols(service).filter(isOfTenant) : [symbol];
}

function isResource({ resources: { resources } }: Service, name: string): boolean {
  return resources.some((resource) => resource.name.value === name);
}

interface Row {
  readonly name: Name;
  readonly span?: Span;
  readonly meaning?: SourceText | undefined;
}

function define(kind: SymbolKind, { name, span, meaning }: Row, of?: string): NamedSymbol {
  const row = span ?? name.span;
  return { kind, name: name.value, span: name.span, others: [], row, meaning, ...(of === undefined ? {} : { of }) };
}

/** Defines the names of rows of which several may have the same name. */
function defineAll(kind: SymbolKind, rows: readonly Row[], of?: string): readonly NamedSymbol[] {
  return [...Map.groupBy(rows, ({ name }) => name.value).values()].map(([first, ...others]) => ({
    ...define(kind, first!, of),
    others: others.map(({ name }) => name.span),
  }));
}

function listShapes({ resources: { resources, objects, unions } }: Service): readonly NamedSymbol[] {
  return [
    ...resources.flatMap((resource) => [
      define('resource', { name: resource.name }),
      ...resource.fields.map((field) => define('field', field, resource.name.value)),
      ...resource.rules.map((rule) => define('rule', rule, resource.name.value)),
    ]),
    ...objects.flatMap((object) => [
      define('object', { name: object.name }),
      ...object.fields.map((field) => define('field', field, object.name.value)),
    ]),
    ...unions.map((union) => define('union', { name: union.name })),
  ];
}

function listMachines({ states }: Service): readonly NamedSymbol[] {
  return states.machines.flatMap((machine) => {
    const of = machine.resource.value;
    return [
      ...machine.states.map((state) => define('state', state, of)),
      ...defineAll('transition', machine.transitions, of),
    ];
  });
}

function listOperations({ endpoints: { operations, lists } }: Service): readonly NamedSymbol[] {
  return operations.flatMap(({ name, meaning, span, parameters }) => [
    define('operation', { name: name.as ?? { value: name.text, span: name.span }, span, meaning }),
    ...parameters
      .filter(({ span }) => span !== lists?.span)
      .map((parameter) => define('parameter', parameter, name.text)),
  ]);
}

function listOthers({ authentication, events, errors, limits, versioning }: Service): readonly NamedSymbol[] {
  return [
    ...authentication.schemes.map((scheme) => define('scheme', scheme)),
    ...defineAll(
      'scope',
      authentication.scopes.filter(({ kind }) => kind === 'scope'),
    ),
    ...authentication.caller
      .filter(({ ofSession }) => ofSession !== true)
      .map((attribute) => define('attribute', attribute, 'caller')),
    ...events.events.map((event) => define('event', event)),
    ...errors.codes
      .filter(({ byConvention }) => byConvention !== true)
      .map(({ code, meaning, span }) => define('code', { name: code, meaning, span })),
    ...limits.limits.filter(({ byLists }) => byLists !== true).map((limit) => define('limit', limit)),
    ...versioning.versions.map((version) => define('version', version)),
  ];
}

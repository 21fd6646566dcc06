import type { Expression } from '../../expression/tree.ts';
import type { AccessPlan, StepPlan } from '../../plan/operation.ts';
import type { AuthenticationPlan, SchemePlan } from '../../plan/plan.ts';
import { lineOf } from '../../text/place.ts';
import type { OperationModel } from '../endpoints/model.ts';
import { environments } from '../meaning/environments.ts';
import { checked } from '../meaning/expressions.ts';
import { grantsOf, resourcesWithEvents } from '../meaning/reach.ts';
import { valueTypeOf } from '../meaning/vocabulary.ts';
import { isNotShown } from '../not-shown.ts';
import type { Service } from '../service.ts';
import type { SchemeModel, ScopeModel } from './model.ts';
import { schemeKind } from './schemes/index.ts';

/** Who callers are: the schemes, the names of the scopes, and what `caller.…` holds. */
export function planAuthentication(service: Service): AuthenticationPlan {
  const { schemes, scopes, caller } = service.authentication;
  const aspect = service.aspects.find((one) => one.part === 'authentication' && one.aspect === 'scheme');
  const names = scopes.filter((row) => row.kind === 'scope').map((row) => row.name.value);
  return {
    status: aspect?.status === 'stated' || aspect?.status === 'none' ? aspect.status : 'not shown',
    schemes: schemes.map((scheme) => planScheme(service, scheme)),
    scopes: [...new Set(names)],
    attributes: caller.map(({ name, type, span }) => ({
      name: name.value,
      type: valueTypeOf(service, type, `caller.${name.value}`),
      line: lineOf(service.source, span),
    })),
  };
}

function planScheme(service: Service, scheme: SchemeModel): SchemePlan {
  const { kind, carriedIn, credential, lifetime, name, span } = scheme;
  const closed = kind === undefined || isNotShown(kind) || isNotShown(carriedIn);
  const carriers = isNotShown(carriedIn) ? [] : carriedIn;
  return {
    name: name.value,
    kind: kind === undefined || isNotShown(kind) ? '' : kind.value,
    ...(closed ? { closed } : {}),
    carriedIn: carriers.map((one) => ({
      in: one.in,
      name: one.name.value,
      ...(one.word === undefined ? {} : { word: one.word.value }),
    })),
    ...(credential === undefined ? {} : { credential: credential.value }),
    ...(lifetime === undefined ? {} : { lifetime: lifetime.value }),
    line: lineOf(service.source, span),
  };
}

/** Who may call an operation, by the scope rows that list it; `open` where the document states none. */
export function accessOf(service: Service, operation: OperationModel): AccessPlan {
  const rows = grantsOf(service, operation);
  return {
    open: service.authentication.scopes.length === 0,
    grants: rows.map((row) => ({
      scope: row.name.value,
      kind: row.kind,
      ...planWhere(service, operation, row),
      line: lineOf(service.source, row.span),
    })),
  };
}

type Where = Pick<AccessPlan['grants'][number], 'where' | 'byResource'>;

function planWhere(service: Service, operation: OperationModel, { where }: ScopeModel): Where {
  if (where === undefined) return {};
  if (isNotShown(where)) return { where: 'closed' };
  const treeFor = (resource: string | undefined): Expression | 'closed' =>
    checked(where, environments(service).where(resource)).tree ?? 'closed';
  const { standard, resource } = operation.name;
  const ofEvents = standard !== undefined && standard !== 'issue token' && standard !== 'revoke token';
  if (!ofEvents) return { where: treeFor(resource?.value) };
  const trees = resourcesWithEvents(service).map((name) => [name, treeFor(name)] as const);
  return { where: trees[0]?.[1] ?? treeFor(undefined), byResource: Object.fromEntries(trees) };
}

/** The steps by which a caller is known and admitted, in words, each with its line. */
export function stepsFor(service: Service, operation: OperationModel): StepPlan[] {
  const { schemes, scopes } = service.authentication;
  const rows = grantsOf(service, operation);
  const line = (span: { readonly start: number; readonly end: number }): number => lineOf(service.source, span);
  const { standard } = operation.name;
  if (standard === 'issue token' || standard === 'revoke token') {
    return rows.map((row) => ({ step: 'authentication/client', words: scopeWords(row), line: line(row.span) }));
  }
  return [
    ...schemes.map(
      (scheme): StepPlan => ({
        step: 'authentication/credential',
        words: credentialWords(scheme),
        line: line(scheme.span),
      }),
    ),
    ...rows.map((row): StepPlan => ({ step: 'authentication/scope', words: scopeWords(row), line: line(row.span) })),
    ...(schemes[0] !== undefined && scopes.length === 0
      ? [
          {
            step: 'authentication/scope',
            words: scopeWords({ kind: 'any caller' }),
            line: line(schemes[0].span),
          } as const,
        ]
      : []),
    ...(rows.length === 0 && scopes.length > 0
      ? [{ step: 'authentication/scope', words: 'no scope allows it: nobody may call it' } as const]
      : []),
    ...rows.flatMap((row) => ruleSteps(operation, row, line(row.span))),
  ];
}

function credentialWords(scheme: SchemeModel): string {
  const kind = scheme.kind === undefined || isNotShown(scheme.kind) ? undefined : schemeKind(scheme.kind.value);
  if (kind === undefined || isNotShown(scheme.carriedIn)) return `${scheme.name.value} admits nobody: it is not shown`;
  const places = scheme.carriedIn.map(
    ({ in: place, name, word }) => `${place} ${name.value}${word === undefined ? '' : `: ${word.value}`}`,
  );
  return `a credential sent in ${places.join(' or ')} is checked: ${kind.words} (${scheme.name.value})`;
}

function scopeWords(row: Pick<ScopeModel, 'kind'> & Partial<ScopeModel>): string {
  if (row.kind === 'anyone') return 'anyone may call it, without a credential too';
  return row.kind === 'any caller'
    ? 'any caller with a valid credential may call it'
    : `callers with ${row.name?.value} may call it`;
}

const before = new Set(['read', 'update', 'replace', 'delete']);
const after = new Set(['create', 'update', 'replace']);

function ruleSteps({ name }: OperationModel, row: ScopeModel, line: number): StepPlan[] {
  if (row.where === undefined) return [];
  const rule = isNotShown(row.where) ? 'a rule that is not shown' : `\`${row.where.text}\``;
  const says = (what: string): string => `with ${row.name.value}: ${what} ${rule} holds`;
  if (name.verb === 'list' || name.standard !== undefined) {
    const words = says('only records are listed for which');
    return name.verb === 'list' ? [{ step: 'endpoints/list', words, line }] : [];
  }
  if (name.resource === undefined) return [];
  const moves = !before.has(name.verb) && !after.has(name.verb);
  const steps: StepPlan[] = [];
  if (moves || before.has(name.verb)) {
    steps.push({ step: 'authentication/row-rule-before', words: says('the record is seen only where'), line });
  }
  if (moves || after.has(name.verb)) {
    steps.push({ step: 'authentication/row-rule-after', words: says('the record is written only where'), line });
  }
  return steps;
}

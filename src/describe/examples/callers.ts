import type { Expression } from '../../expression/tree.ts';
import { findSchemeKind, selectSchemes } from '../../parts/registry.ts';
import { listHeldAttributes } from '../../plan/held-attributes.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { SchemePlan } from '../../plan/plan.ts';
import { findResource } from './body.ts';
import type { Held, Stage } from './stage.ts';
import { nameValue } from './values/words.ts';
import type { Identity } from './world.ts';

type Grant = OperationPlan['access']['grants'][number];

/** The caller of a request, if it is not the first person, who may do everything. */
export interface CallerOptions {
  /** The scopes of the credential; left out: the scopes that the operation requires. */
  readonly scopes?: readonly string[];
  /** 0, the first person and tenant; others have records of their own. */
  readonly person?: number;
  /** The grant under which the request is sent; left out: the first. */
  readonly grant?: Grant | undefined;
}

/** The grants of an operation in the order in which they are tried: those of scopes, of callers, of the public. */
export function listGrants({ access }: Pick<OperationPlan, 'access'>): readonly Grant[] {
  const open = access.grants.filter(({ where }) => where !== 'disabled');
  const rank = ({ kind, where }: Grant): number =>
    (kind === 'public' ? (where === undefined ? -1 : 3) : kind === 'scope' ? 0 : 1) + (where === undefined ? 0 : 0.5);
  return open.toSorted((left, right) => rank(left) - rank(right));
}

/** A credential for an operation; undefined if it needs none, or if none can be made. */
export async function holdCredential(
  stage: Stage,
  operation: Pick<OperationPlan, 'access'>,
  options: CallerOptions = {},
): Promise<Held | undefined> {
  const grant = options.grant ?? listGrants(operation)[0];
  if (options.scopes === undefined && (grant === undefined || grant.kind === 'public')) return undefined;
  const scopes = options.scopes ?? (grant?.kind === 'scope' ? [grant.scope] : []);
  const of = identify(stage, options.person ?? 0, scopes, grant?.where);
  const key = JSON.stringify(of);
  const known = stage.credentials.get(key);
  if (known !== undefined) return known;
  const held = await makeCredential(stage, of);
  if (held !== undefined) stage.credentials.set(key, held);
  return held;
}

/** Forgets the credentials: their time may be over. */
export function dropCredentials(stage: Stage): void {
  stage.credentials.clear();
}

async function makeCredential(stage: Stage, of: Identity): Promise<Held | undefined> {
  const { authentication } = stage.plan;
  const direct = selectSchemes(
    authentication,
    ({ makes, madeBy }) => makes === 'key' || makes === 'token' || madeBy === 'outside issuer',
  );
  const clients = selectSchemes(authentication, ({ makes }) => makes === 'client');
  for (const scheme of [...direct, ...clients]) {
    try {
      const text = direct.includes(scheme)
        ? await stage.world.credential(scheme.name, of)
        : await signIn(stage, scheme, of);
      if (text !== undefined) return { scheme, text };
    } catch {
      // The scheme takes no such identity: the next one may.
    }
  }
  return undefined;
}

/** The text of a client's credential: its id and secret, or a token that it asks for. */
async function signIn(stage: Stage, scheme: SchemePlan, of: Identity): Promise<string | undefined> {
  const id = `${of.subject}-${++stage.clients}`;
  const client = await stage.world.client(scheme.name, { ...of, subject: id });
  const basic = btoa(`${client.id}:${client.secret}`);
  if (findSchemeKind(scheme.kind)?.madeBy !== 'issue token') return basic;
  const operation = stage.plan.operations.find(({ kind }) => kind === 'issue token');
  if (operation === undefined) return undefined;
  const response = await stage.world.send({
    method: 'POST',
    path: stage.plan.base.prefix + operation.path,
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    text: 'grant_type=client_credentials',
  });
  return (response.body as { access_token?: string } | undefined)?.access_token;
}

/** The identity of a person: the record that it is where `caller.id` is one, and the attributes that a row rule compares. */
function identify(stage: Stage, person: number, scopes: readonly string[], where: Grant['where']): Identity {
  const compared = where === undefined || where === 'disabled' ? new Map<string, unknown>() : findCompared(where);
  const attributes = listHeldAttributes(stage.plan.authentication).map(({ name, type }) => {
    const record = findCallerRecord(stage, name, person);
    return [name, compared.get(name) ?? record ?? createAttribute(name, type, person)] as const;
  });
  const own = findCallerRecord(stage, 'id', person);
  return {
    subject: own === undefined ? nameValue('login', undefined, person) : String(own),
    scopes,
    attributes: Object.fromEntries(attributes),
  };
}

/** The identity of the record that an attribute of the caller names, where fields with a ref are assigned from it. */
function findCallerRecord(stage: Stage, attribute: string, person: number): unknown {
  const resource = findCallerResource(stage, attribute);
  if (resource === undefined) return undefined;
  const { identity } = findResource(stage.plan, resource)!;
  const records = stage.records.get(resource) ?? [];
  return records[Math.min(person, records.length - 1)]?.[identity];
}

/** The resource whose record an attribute of the caller names; undefined if it names none. */
export function findCallerResource({ plan }: Pick<Stage, 'plan'>, attribute: string): string | undefined {
  const holder = plan.authentication.schemes.find((scheme) => scheme.holder !== undefined)?.holder;
  if (attribute === 'id' && holder !== undefined) return holder;
  for (const { fields } of plan.resources) {
    for (const { schema, assigned } of fields) {
      if (schema.type === 'ref' && assigned?.by === 'caller' && assigned.attribute === attribute)
        return schema.resource;
    }
  }
  return undefined;
}

function createAttribute(
  name: string,
  type: Stage['plan']['authentication']['attributes'][number]['type'],
  person: number,
): unknown {
  const kind = type.kind === 'nullable' ? type.of : type;
  if (kind.kind === 'int' || kind.kind === 'double') return person + 1;
  if (kind.kind === 'bool') return true;
  if (kind.kind === 'choice') return kind.values[0];
  if (kind.kind === 'list') return [createAttribute(name, kind.item, person)];
  return nameValue(name, undefined, person);
}

/** The values that an expression compares attributes of the caller with: `caller.role == "admin"`. */
function findCompared(where: Expression): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  const visit = (node: Expression): void => {
    if (node.op !== 'binary') return;
    const { operator, left, right } = node;
    if (operator === '&&' || operator === '||') {
      visit(left);
      visit(right);
    }
    if (operator === '==' && right.op === 'literal') note(left, right.value);
    if (operator === '==' && left.op === 'literal') note(right, left.value);
    if (operator === 'in' && left.op === 'literal') note(right, [left.value]);
    if (operator === 'in' && right.op === 'list' && right.items[0]?.op === 'literal') note(left, right.items[0].value);
  };
  const note = (path: Expression, value: unknown): void => {
    if (path.op === 'path' && path.root === 'caller' && path.steps.length === 1) found.set(path.steps[0]!.name, value);
  };
  visit(where);
  return found;
}

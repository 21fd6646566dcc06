import { splitItems, toPlainString } from '../../markdown/cells/cell-text.ts';
import { createCellText } from '../../markdown/cells/tokens.ts';
import type { ParseContext, PartContent, Subject } from '../../markdown/content.ts';
import { markdown } from '../../markdown/diagnostics.ts';
import { findNearestName } from '../../text/limited-suggestions.ts';
import { present } from '../../text/present.ts';
import { isNotShown } from '../not-shown.ts';
import { diagnostics } from './diagnostics.ts';
import type { EndpointsModel, OperationModel } from './model.ts';
import { findOperationKind } from './operations/index.ts';
import { readIdempotency, readPreconditions } from './read/conditions.ts';
import { withDefaultBodies } from './read/default-bodies.ts';
import { readFacts, readFactsOfOperation } from './read/facts.ts';
import { withListParameters } from './read/lists.ts';
import { isCall, readOperations } from './read/operation.ts';
import { readParameters } from './read/parameter.ts';
import type { IdentityOf } from './read/shared-row.ts';

/** Reads the part Endpoints, whose item paths end in the identities of resources; what is not understood is a diagnostic at its place. */
export function read(content: PartContent, context: ParseContext, identityOf: IdentityOf): EndpointsModel {
  const all = readOperations(content.tables, context, identityOf);
  const [served = [], calls = []] = [false, true].map((called) =>
    all.filter((operation) => isCall(operation) === called),
  );
  const facts = readFacts(content.facts, context);
  const { lists } = facts;
  const stated = withSubjects(served, content.subjects, context);
  const paged = lists === undefined ? stated : stated.map((operation) => withListParameters(operation, lists, context));
  const operations = withDefaultBodies(paged, lists);
  const hasLists = content.facts.some(({ name }) => name === 'Lists');
  checkResponded(operations, hasLists, context);
  return {
    ...facts,
    operations,
    calls,
    idempotency: readIdempotency(content.tables, context),
    preconditions: readPreconditions(content.tables, context),
  };
}

/** A line Lists that cannot be read is a mistake of its own. */
function checkResponded(
  operations: readonly OperationModel[],
  hasLists: boolean,
  { diagnostics: found }: ParseContext,
): void {
  for (const { name, called, responses } of operations) {
    const { name: kind, response } = findOperationKind(name);
    if (called === true || response === 'by its standard' || (kind === 'list' && hasLists)) continue;
    if (Array.isArray(responses) && responses.length === 0)
      found.push(diagnostics['no-response'](name.span, name.text));
  }
}

type More = Pick<OperationModel, 'parameters' | 'prose'> &
  Partial<
    Pick<
      OperationModel,
      'order' | 'record' | 'ends' | 'creates' | 'present' | 'presentCode' | 'signedLinks' | 'resumable'
    >
  >;

/** What operations are called: their names, and the name of each by its verb and resource. */
interface Operations {
  readonly names: ReadonlySet<string>;
  readonly acts: ReadonlyMap<string, string>;
}

function indexOperations(operations: readonly OperationModel[]): Operations {
  const acts = new Map<string, string>();
  for (const { name } of operations) {
    const act = `${name.verb} ${name.resource?.value}`;
    if (!acts.has(act)) acts.set(act, name.text);
  }
  return { names: new Set(operations.map(({ name }) => name.text)), acts };
}

/** Gives each operation what stands under its heading; several operations may share one. */
function withSubjects(
  operations: readonly OperationModel[],
  subjects: readonly Subject[],
  context: ParseContext,
): readonly OperationModel[] {
  const known = indexOperations(operations);
  const found = new Map<string, More>();
  for (const subject of subjects) {
    const more = readSubject(subject, context);
    for (const item of splitItems(createCellText(subject.words), ',')) {
      const name = toPlainString(item);
      if (item.tokens.length === 0) context.diagnostics.push(markdown['empty-item'](item.span, 'The heading', ','));
      else if (!known.names.has(name)) {
        context.diagnostics.push(diagnostics['unknown-subject'](item.span, name, findNearestOperation(name, known)));
      } else if (!found.has(name)) found.set(name, more); // A second heading is told of where headings are recognised.
    }
  }
  return operations.map((operation) => ({ ...operation, ...found.get(operation.name.text) }));
}

/** The operation that a heading is meant for, which may say more than its name, or names another near it. */
function findNearestOperation(name: string, operations: Operations): string | undefined {
  const bare = name.replace(/ \(handler\)$/, '');
  const called = operations.names.has(bare) ? bare : undefined;
  const own = name.slice(0, Math.max(0, name.lastIndexOf(' ')));
  const alias = name.slice(name.lastIndexOf(' as ') + ' as '.length);
  return (
    called ??
    operations.acts.get(bare) ??
    (operations.names.has(alias) ? alias : undefined) ??
    (operations.names.has(own) ? own : undefined) ??
    findNearestName(operations, 'subjects', name, () => [...operations.names, 'Idempotency', 'Preconditions', 'Notes'])
  );
}

function readSubject({ facts, tables, prose }: Subject, context: ParseContext): More {
  const { ends, creates, ...more } = readFactsOfOperation(facts, context);
  const ending = isNotShown(ends) ? undefined : ends;
  const created = creates.length === 0 ? undefined : creates;
  return {
    parameters: readParameters(tables, context),
    prose,
    ...more,
    ...present({ ends: ending, creates: created }),
  };
}

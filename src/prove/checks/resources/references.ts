import { prepareTrial } from '../../../describe/examples/refusals.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
import type { Json } from '../../../plan/schema.ts';
import type { Check } from '../../check.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { expectRejection, judgeRejection } from '../../rejections.ts';
import { createUnknownIdentity } from '../../values/identities.ts';
import { formatPlace, listPlaces, putAt, readAt } from '../../values/places.ts';

/** A reference to a record that does not exist is rejected, and a record to which others refer is deleted as the page says. */
export const references: Check = {
  part: 'resources',
  name: 'references',
  says: 'A request refers to a record that does not exist; a record is deleted to which another refers.',
  cases: (prover) => [
    ...prover.operations.flatMap((operation) =>
      operation.kind !== 'create' && operation.kind !== 'update'
        ? []
        : listPlaces(prover.plan, operation)
            .filter(({ schema, field }) => schema.type === 'ref' && field !== undefined)
            .map(({ path, schema, line }) => ({
              line,
              about: `${operation.name} with an unknown ${formatPlace(path)}`,
              run: () =>
                expectRejection(prover, operation, {
                  conditions: ['invalid input'],
                  words: `with a \`${formatPlace(path)}\` that does not exist`,
                  pieces: ({ pieces }) => {
                    const present = readAt(pieces.body, path);
                    const resource = schema.type === 'ref' ? prover.resource(schema.resource) : undefined;
                    const unknown = resource && createUnknownIdentity(prover.plan, resource, present);
                    const body =
                      unknown === undefined || present === undefined ? undefined : putAt(pieces.body, path, unknown);
                    return body === undefined ? undefined : { body };
                  },
                }),
            })),
    ),
    ...prover.plan.resources.flatMap((resource) =>
      resource.fields.flatMap((field) => {
        const { schema, onDelete } = field;
        const other = schema.type === 'ref' ? prover.resource(schema.resource) : undefined;
        if (other === undefined || onDelete === undefined || other === resource) return [];
        return [
          {
            line: field.line,
            about: `delete ${other.name} that ${field.name} of ${resource.name} names`,
            run: () => deleteNamed(prover, other, resource, field.name, onDelete),
          },
        ];
      }),
    ),
  ],
};

async function deleteNamed(
  prover: Prover,
  target: ResourcePlan,
  holder: ResourcePlan,
  field: string,
  onDelete: 'restrict' | 'cascade' | 'clear',
): Promise<Outcome> {
  const operation = prover.operations.find(({ kind, resource }) => kind === 'delete' && resource === target.name);
  if (operation === undefined) return unreached(`no operation deletes a ${target.name}`);
  const done = await prover.sample(operation);
  if (typeof done === 'string') return unreached(done);
  const trial = await prepareTrial(prover.ground.stage, operation, done);
  const { record } = trial;
  if (record === undefined) return unreached(`no ${target.name} can be created`);
  // The newest record of a resource is the one that a new reference names.
  const referring = await prover.create(holder);
  if (referring === undefined || referring[field] !== record[target.identity])
    return unreached(`no ${holder.name} that refers to it can be created`);
  // Other references to the same record may forbid what this one allows.
  const others = target.referredBy.filter(
    (one) => one.onDelete === 'restrict' && !(one.resource === holder.name && one.field === field),
  );
  const one = await prover.send(trial, { record });
  if (onDelete === 'restrict') {
    return judgeRejection(prover, operation, one, {
      conditions: ['still referenced'],
      words: `of a record to which a ${holder.name} refers`,
    });
  }
  if (one.response.status >= 400)
    return others.length > 0
      ? unreached('another reference may forbid it')
      : unreached(`the service responded ${one.response.status}`);
  const read = await prover.read(holder, referring);
  if (read === undefined) return unreached(`no operation reads a ${holder.name}`);
  const { status, body } = read.response;
  if (onDelete === 'cascade') {
    return status === 404 || status === 410
      ? proven
      : violated(`the ${holder.name} that refers to a deleted ${target.name} is deleted too`, String(status), read);
  }
  const shown = typeof body === 'object' && body !== null ? (body as Readonly<Record<string, Json>>)[field] : undefined;
  const reader = prover.plan.operations.find(({ name }) => name === read.operation);
  // A row rule may look at the reference that was cleared.
  if (status >= 400 && reader?.access.grants.some(({ where }) => where !== undefined))
    return unreached('the caller may see it no more');
  if (status >= 400) return violated(`the ${holder.name} stays, without its ${field}`, String(status), read);
  return shown === undefined || shown === null
    ? proven
    : violated(`\`${field}\` is cleared`, JSON.stringify(shown), read);
}

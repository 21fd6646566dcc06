import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { FieldError, RecordValue } from '../../../contracts/record.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { formatPointer } from '../../../plan/fields/json-pointer.ts';
import { storesOne } from '../../../plan/kinds.ts';

/** Adds to the full validation of a record what the deliveries ask of a subscription: its address, and the events that it names. */
export function withSubscriptions(op: OperationContext, validate: Step): Step {
  const looks = createSubscriptionChecks(op);
  if (looks.length === 0 || !storesOne(op.operation)) return validate;
  const look: Step = (ctx) => {
    if (ctx.after === undefined) return undefined;
    ctx.fieldErrors ??= [];
    for (const each of looks) each(ctx.after, ctx.fieldErrors, ctx);
    return undefined;
  };
  return (ctx) => {
    const refusal = validate(ctx);
    return then(refusal, (done) => done ?? look(ctx));
  };
}

type Look = (record: RecordValue, fieldErrors: FieldError[], ctx: RequestContext) => void;

function createSubscriptionChecks({ plan, resource, targets }: OperationContext): readonly Look[] {
  const kinds = collectEventNames(plan);
  const known = new Set<string>();
  return plan.deliveries.flatMap(({ to, events, line }): Look[] => {
    if (to?.kind !== 'each' || to.resource !== resource?.plan.name) return [];
    const looks: Look[] = [];
    const pointer = formatPointer(to.at);
    if (!known.has(pointer)) looks.push(createAddressCheck(to.at, pointer, line, targets));
    known.add(pointer);
    if (events === 'all' || !('listedIn' in events) || known.has(events.listedIn)) return looks;
    const listed = resource.plan.fields.find(({ name }) => name === events.listedIn);
    looks.push(createEventTypeCheck(events.listedIn, listed?.default, kinds, line));
    known.add(events.listedIn);
    return looks;
  });
}

function createAddressCheck(
  at: readonly string[],
  pointer: string,
  line: number,
  targets: OperationContext['targets'],
): Look {
  return (record, fieldErrors) => {
    const value = at.reduce<unknown>((held, name) => (held as Readonly<Record<string, unknown>>)?.[name], record);
    // A value that is not a string, or not a URI, has been reported already.
    if (typeof value !== 'string' || fieldErrors.some((fieldError) => fieldError.pointer === pointer)) return;
    const message = targets.wrong(value);
    if (message !== undefined) fieldErrors.push({ pointer, problem: 'constraint', message, line });
  };
}

/** The names of events by version; those of the document under undefined. */
function collectEventNames({
  events,
  versioning: { older = [] },
}: OperationContext['plan']): ReadonlyMap<string | undefined, Names> {
  const namesOf = (all: readonly { readonly name: string }[]): Names => new Set(all.map(({ name }) => name));
  return new Map<string | undefined, Names>([
    [undefined, namesOf(events)],
    ...older.map((version): [string, Names] => [version.name, namesOf(version.interface.events)]),
  ]);
}

type Names = ReadonlySet<string>;

/**
 * A caller names events as its own version does; names that are there already stay, for they may be those of another one. The document and
 * code name events as the document does.
 */
function createEventTypeCheck(
  field: string,
  stated: unknown,
  byVersion: ReadonlyMap<string | undefined, Names>,
  line: number,
): Look {
  const defaultText = JSON.stringify(stated);
  const present = byVersion.get(undefined)!;
  return ({ [field]: kinds }, fieldErrors, ctx) => {
    if (!Array.isArray(kinds)) return;
    const known = byVersion.get(ctx.version?.name) ?? present;
    const there: unknown = ctx.before?.[field];
    const sent: unknown = ctx.root === ctx ? ctx.fields[field] : undefined;
    const isDefault = JSON.stringify(kinds) === defaultText;
    const isSent = (kind: string): boolean => !isDefault && Array.isArray(sent) && sent.includes(kind);
    for (const [at, kind] of kinds.entries()) {
      const pointer = formatPointer([field, String(at)]);
      if (
        typeof kind !== 'string' ||
        known.has(kind) ||
        (present.has(kind) && !isSent(kind)) ||
        fieldErrors.some((fieldError) => fieldError.pointer === pointer)
      )
        continue;
      if (Array.isArray(there) && there.includes(kind)) continue;
      const message = `must be one of ${[...known].join(', ')}`;
      fieldErrors.push({ pointer, problem: 'constraint', message, line });
    }
  };
}

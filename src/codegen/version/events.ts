import type { Compiled } from '../../contracts/compiled.ts';
import type { RecordValue } from '../../contracts/record.ts';
import type { CompiledEvents, ShownEvent } from '../../contracts/shown-events.ts';
import type { VersionPlans } from '../../plan/version/plans.ts';
import type { Answers } from '../answers/writer.ts';
import { declarePayloadWriter, payloadRoles, showFacts, showLeft } from '../events.ts';
import type { RecordsDown } from './records.ts';

type PayloadOf = (given: object, record: unknown) => string | undefined;

/** Writes the payloads of an older version into the module; the second step is done when the module is linked. */
export function createEventDowngrade(
  answers: Answers,
  { version, names }: VersionPlans,
  compiled: Compiled,
  records: RecordsDown,
): () => CompiledEvents {
  const { module } = answers;
  const payloads = version.interface.events.map(({ name, resource, payload }) => ({
    name,
    resource,
    made: payload === undefined ? undefined : declarePayloadWriter(answers, payload, resource, payloadRoles),
  }));
  const nameOf = (kind: string): string | undefined => names.older('event', '', kind);
  return () => {
    const byName = new Map(
      payloads.map(({ name, resource, made }) => [
        name,
        { resource, text: made === undefined ? undefined : (module.linked(made) as unknown as PayloadOf) },
      ]),
    );
    return {
      ...compiled.events,
      nameOf,
      bare: ({ event }) => ({
        ...showFacts(event, nameOf(event.kind) ?? event.kind, version.name),
        payload: undefined,
      }),
      left(decoded): ShownEvent {
        const { event, record } = decoded;
        const older = records.record(event.resource ?? '', record) as RecordValue | undefined;
        return showLeft(version.interface, decoded, older, version.name);
      },
      show({ event, record, before, refs }): ShownEvent {
        const kind = nameOf(event.kind) ?? event.kind;
        const shown = showFacts(event, kind, version.name);
        const of = byName.get(kind);
        const older: RecordValue | unknown =
          of?.resource === undefined || record === undefined ? record : records.record(of.resource, record);
        return { ...shown, payload: of?.text?.({ shown, refs, before, caller: undefined, now: event.at }, older) };
      },
    };
  };
}

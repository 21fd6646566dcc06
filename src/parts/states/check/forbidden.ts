import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { findResourcesSetByEffects } from '../../resolve/effects/written.ts';
import { createOperationNames } from '../../resolve/operation-names.ts';
import { createPresenceReader } from '../../resolve/presence/places.ts';
import { type Deed, listMoves, type Moves, type StateEdge } from '../../resolve/presence/ways.ts';
import { type Lacking, listOptionalFields } from '../../resolve/presence.ts';
import { findField } from '../../resolve/vocabulary.ts';
import type { ResourceModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import type { TransitionModel } from '../model.ts';

type Report = (diagnostic: Diagnostic) => void;

/** More than this is not looked at. */
const most = 50_000;

/** One resource with what its records may lack, and the moves of one of its machines. */
interface Work {
  readonly service: Service;
  readonly resource: ResourceModel;
  readonly lacking: ReadonlyMap<string, Lacking>;
  readonly moves: Moves & { readonly field: string };
  readonly report: Report;
}

/** Checks, in a document without errors, that each row can leave a record as the table of fields asks in the state that it leads to. */
export function checkForbidden(service: Service, report: Report): void {
  const { hasHandlers, running } = createOperationNames(service);
  // Handlers may give and take away any value.
  if (hasHandlers) return;
  for (const resource of service.resources.resources) {
    if (findResourcesSetByEffects(service).has(resource.name.value)) continue;
    const lacking = new Map(listOptionalFields(service, resource).map((field) => [field.name, field]));
    for (const moves of listMoves(service, resource, most)) {
      const { field, edges, matrix, machine } = moves;
      if (field === undefined || matrix.size === 0 || edges.length * matrix.size > most) continue;
      const work: Work = { service, resource, lacking, moves: { ...moves, field }, report };
      if (running('create', resource.name.value).length > 0) checkCreation(work);
      const rows = new Set(machine?.transitions);
      for (const [{ row }, own] of Map.groupBy(edges, ({ deed }) => deed)) if (rows.has(row)) checkRow(work, row, own);
    }
  }
}

/** Whether a new record has a field: always, never, or as the client likes. */
function checkCreation(work: Work): void {
  for (const [initial, deeds] of work.moves.creations) checkCreationIn(work, initial, deeds);
}

function checkCreationIn({ lacking, moves, report }: Work, initial: string, creations: readonly Deed[]): void {
  const { machine } = moves;
  const index = machine?.matrix?.states.findIndex(({ value }) => value === initial) ?? -1;
  for (const { field, cells } of machine?.matrix?.rows ?? []) {
    const cell = cells[index];
    const { value: name } = field;
    const held = lacking.get(name);
    if (cell?.value === 'required') {
      const isSet = creations.some(({ sets, perhaps }) => sets.has(name) || perhaps.has(name));
      if (held !== undefined && !held.given && !held.open && !isSet)
        report(diagnostics['never-created'](cell.span, initial, name, 'nothing gives a new record a value'));
    } else if (cell?.value === 'absent') {
      const isGiven = held === undefined || held.given;
      const isSet = creations.length > 0 && creations.every(({ sets }) => sets.has(name));
      const isCleared = creations.some(({ clears, perhaps }) => clears.has(name) || perhaps.has(name));
      if (isSet || (isGiven && !isCleared))
        report(diagnostics['never-created'](cell.span, initial, name, 'each new record has a value'));
    }
  }
}

/** The conflict of a row with the table of fields: it can never run, or only if a field happens to fit. */
type Against = 'sets' | 'clears' | 'keeps' | 'lacks' | 'may keep';

function checkRow(work: Work, row: TransitionModel, own: readonly StateEdge[]): void {
  const { moves, report } = work;
  const known = createPresenceReader(work.service, work.resource.name.value, row);
  const span = row.to === undefined ? row.name.span : row.to.kind === 'state' ? row.to.state.span : row.to.span;
  for (const [name, cells] of moves.matrix) {
    if (findField(work.resource, name) === undefined) continue;
    const found = own.flatMap((edge) => {
      const states = new Map([[moves.field, edge.from]]);
      const of = { deed: edge.deed, from: cells.get(edge.from), to: cells.get(edge.to) };
      const against = findContradiction(work, name, of, () => (work.lacking.has(name) ? known(name, states) : 'there'));
      return against === undefined ? [] : [{ against, way: edge }];
    });
    const [first] = found;
    if (first === undefined) continue;
    const never = found.filter(({ against }) => against !== 'may keep');
    const where = (never.length === 0 ? found : never).map(({ way }) => way.from);
    const { against, way } = never[0] ?? first;
    const which = { field: name, state: way.to, from: where, against };
    report(
      never.length === own.length ? diagnostics['never-works'](span, which) : diagnostics['works-rarely'](span, which),
    );
  }
}

function findContradiction(
  { lacking }: Work,
  name: string,
  { deed, from, to }: { readonly deed: Deed; readonly from: string | undefined; readonly to: string | undefined },
  known: () => 'there' | 'not there' | undefined,
): Against | undefined {
  if (deed.perhaps.has(name)) return undefined;
  if (to === 'required') {
    if (deed.clears.has(name)) return 'clears';
    return !deed.sets.has(name) && known() === 'not there' ? 'lacks' : undefined;
  }
  if (to !== 'absent' || deed.clears.has(name)) return undefined;
  if (deed.sets.has(name)) return 'sets';
  const before = known();
  if (before !== undefined) return before === 'there' ? 'keeps' : undefined;
  const isClients = lacking.get(name)?.cleared === true && from !== 'fixed' && from !== 'required';
  return isClients ? undefined : 'may keep';
}

import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { defaultPathPrefix } from '../../plan/version/path.ts';
import { isSentByClient } from '../resolve/inputs.ts';
import { createOlder } from '../resolve/older.ts';
import type { Service } from '../service.ts';
import { checkDefaults } from './check/defaults.ts';
import { checkFigures } from './check/figures.ts';
import { checkForms } from './check/forms.ts';
import { checkNamed } from './check/named.ts';
import { checkNeeded, createNeeding } from './check/needed.ts';
import { checkOrders } from './check/orders.ts';
import { checkLeftOut, checkParameters } from './check/parameters.ts';
import { createFieldMentions } from './check/places.ts';
import { checkRoutes } from './check/routes.ts';
import { checkShown } from './check/shown.ts';
import { checkGivenTwice, checkTwice } from './check/twice.ts';
import { checkValues } from './check/values.ts';
import { checkNames, checkWhole } from './check/whole.ts';
import { diagnostics } from './diagnostics.ts';
import type { VersionDraft } from './downgrade/draft.ts';
import { checkDown, checkUp, type Expressions, listAddedFields, listAddedParameters } from './downgrade/expressions.ts';
import { listRemovedSources } from './downgrade/reads.ts';
import { applyVersion, readVersionDraft } from './downgrade.ts';
import type { ChangeModel, VersioningModel, VersionModel, VersionStatus } from './model.ts';
import { createPresent } from './present.ts';
import { statuses } from './words.ts';

const notRetired: readonly VersionStatus[] = statuses.filter((status) => status !== 'retired');

type Report = (diagnostic: Diagnostic) => void;

/**
 * Checks the part Versioning: the order of versions, where requests name them, and the rows of Changes. What a row names is
 * looked up in its own version, which undoing the rows of all newer versions shows.
 */
export function check(service: Service, report: Report): void {
  const { versioning } = service;
  checkCurrent(versioning.versions, report);
  checkDates(versioning.versions, report);
  checkPlacements(versioning, report);
  checkBaseUrl(service, report);
  checkOrder(versioning, report);
  if (versioning.changes.length > 0) checkChanges(service, report);
}

function checkChanges(service: Service, add: Report): void {
  const told = new Set<number>();
  const report: Report = (diagnostic) => {
    told.add(diagnostic.span.start);
    add(diagnostic);
  };
  const { versions, changes } = service.versioning;
  const rows = Map.groupBy(changes, ({ version }) => version.value);
  const listed = new Set(versions.map(({ name }) => name.value));
  for (const change of changes) {
    checkForms(change, report);
    if (!listed.has(change.version.value)) checkValues(service, change, undefined, report);
  }
  const older = createOlder(service);
  const places = createFieldMentions(service);
  const needing = createNeeding(service);
  for (const [index, version] of [...listed].entries()) {
    const own = rows.get(version);
    if (own === undefined) continue;
    const known = createPresent(older, own);
    checkTwice(known, own, report);
    checkGivenTwice(own, report);
    for (const change of own) {
      checkNamed(known, change, report);
      checkValues(service, change, known, report);
      checkLeftOut(known, change, report);
    }
    const below = versions[index + 1]?.name.value;
    const draft = readVersionDraft(older, version, below ?? '', own);
    const expressions: Expressions = new Map();
    checkDown(older, draft, expressions);
    for (const { diagnostics: found } of expressions.values()) for (const diagnostic of found) report(diagnostic);
    if (below === undefined) continue;
    checkNames(draft, report);
    applyVersion(older, draft);
    checkWhole(older, draft, places, report);
    checkDefaults(older, draft, told, report);
    checkOrders(older, draft, report);
    checkFigures(older, draft, report);
    checkRoutes(older, draft, report);
    checkParameters(older, draft, report);
    checkNeeded(older, draft, needing, report);
    checkKept(draft, own, report);
    const isServed = versions.slice(index + 1).some(({ status }) => status?.value !== 'retired');
    if (isServed) checkShown(draft, own, service.versioning, report);
    expressions.clear();
    checkUp(older, draft, expressions);
    for (const { diagnostics: found } of expressions.values()) for (const diagnostic of found) report(diagnostic);
  }
}

function checkCurrent(versions: readonly VersionModel[], report: Report): void {
  const known = versions.filter((version) => version.status !== undefined);
  const [first, ...others] = known.filter((version) => version.status?.value === 'current');
  for (const other of others) {
    report(diagnostics['two-current'](other.status?.span ?? other.span, other.name.value, first!.name.value));
  }
  if (first === undefined) {
    const top = versions[0];
    if (top !== undefined && known.length === versions.length) report(diagnostics['no-current'](top.name.span));
    return;
  }
  const at = versions.indexOf(first);
  for (const [index, { name, status }] of versions.entries()) {
    if (status === undefined || index === at || status.value === 'current') continue;
    const isPreview = status.value === 'preview';
    if (index < at !== isPreview)
      report(diagnostics['above-current'](status.span, name.value, status.value, index < at));
  }
}

function checkDates(versions: readonly VersionModel[], report: Report): void {
  const today = new Date().toISOString().slice(0, 10);
  let above: VersionModel | undefined;
  let next: VersionModel | undefined;
  for (const version of versions) {
    const { released, sunset, status } = version;
    if (released !== undefined && above?.released !== undefined && released.value > above.released.value) {
      report(diagnostics.order(released.span, released.value, above.released.value));
    }
    const since = status?.value === 'deprecated' ? next?.released?.value : undefined;
    if (released !== undefined) above = version;
    if (status?.value !== 'preview') next = version;
    checkAfterSunset(version, report);
    if (sunset === undefined) continue;
    if (released !== undefined && sunset.value <= released.value) {
      report(diagnostics['sunset-before-release'](sunset.span, sunset.value, released.value));
    } else if (since !== undefined && sunset.value < since) {
      report(diagnostics['sunset-before-deprecation'](sunset.span, sunset.value, since));
    } else if (sunset.value <= today && status !== undefined && status.value !== 'retired') {
      const past = version.afterSunset?.value === 'gone' ? 'sunset-gone' : 'sunset-past';
      if (version.afterSunset?.value !== 'served')
        report(diagnostics[past](sunset.span, version.name.value, sunset.value));
    }
  }
}

function checkAfterSunset({ name, status, sunset, afterSunset }: VersionModel, report: Report): void {
  if (afterSunset === undefined) return;
  const { value: found, span } = afterSunset;
  if (sunset === undefined) report(diagnostics['after-sunset-without-sunset'](span, name.value));
  const fits: readonly VersionStatus[] = found === 'gone' ? ['supported', 'deprecated', 'retired'] : notRetired;
  if (status !== undefined && !fits.includes(status.value)) {
    report(diagnostics['after-sunset-status'](span, name.value, status.value, found));
  }
}

function checkPlacements({ placements, versions }: VersioningModel, report: Report): void {
  const byName = new Map(versions.map((version) => [version.name.value, version]));
  for (const [index, { whenAbsent }] of placements.entries()) {
    const version = byName.get(whenAbsent?.value ?? '');
    if (whenAbsent === undefined || version === undefined) continue;
    if (version.status?.value === 'retired') {
      report(diagnostics['retired-when-absent'](whenAbsent.span, whenAbsent.value));
    } else if (index === 0 && version.afterSunset?.value === 'gone' && version.sunset !== undefined) {
      report(diagnostics['gone-when-absent'](whenAbsent.span, whenAbsent.value, version.sunset.value));
    }
  }
}

/** With the version in the path, the Base URL ends before it. */
function checkBaseUrl({ endpoints, versioning }: Service, report: Report): void {
  const { baseUrl } = endpoints;
  const placement = versioning.placements.find((one) => one.in.value === 'path');
  if (baseUrl === undefined || placement === undefined) return;
  const form = placement.name?.value ?? defaultPathPrefix;
  const base = baseUrl.value.replace(/\/$/, '');
  for (const { name } of versioning.versions) {
    const prefix = form.replace('{version}', name.value);
    if (!base.endsWith(prefix)) continue;
    report(diagnostics['version-in-base'](baseUrl.span, prefix, base.slice(0, -prefix.length)));
    return;
  }
}

function checkOrder({ versions, changes }: VersioningModel, report: Report): void {
  const names = [...new Set(versions.map(({ name }) => name.value))];
  const order = new Map(names.map((name, index) => [name, index]));
  let before: { readonly name: string; readonly index: number } | undefined;
  for (const { version } of changes) {
    const index = order.get(version.value);
    if (index === undefined) continue;
    if (index === names.length - 1) report(diagnostics['oldest-version'](version.span, version.value));
    if (before !== undefined && index < before.index) {
      report(diagnostics['change-order'](version.span, version.value, before.name));
    }
    before = { name: version.value, index };
  }
}

/** Warns of rows by which less happens than they may seem to say: rules stay, and what is sent goes nowhere. */
function checkKept(draft: VersionDraft, rows: readonly ChangeModel[], report: (diagnostic: Diagnostic) => void): void {
  for (const { change, where } of rows) {
    if (change.value === 'constraint' && (where?.kind === 'rule' || where?.kind === 'name')) {
      report(diagnostics['rule-stays'](where.span, where.name.value));
    }
  }
  const read = new Set(
    [...draft.fields.values()].flatMap((field) =>
      listRemovedSources(draft, field).map((name) => `${field.owner}.${name}`),
    ),
  );
  for (const field of draft.fields.values()) {
    const { requests, newer, owner, older, row } = field;
    const isRead = read.has(`${owner}.${older?.name.value}`);
    if (requests === undefined && newer === undefined && older !== undefined && !isRead) {
      if (isSentByClient(older, 'creation')) report(diagnostics['requests-missing'](row.change.span, 'removed'));
    }
    if (requests?.given.kind !== 'cel' || newer !== undefined) continue;
    const { length } = listAddedFields(draft, field);
    if (length !== 1)
      report(diagnostics['discarded-value'](requests.given.span, `${owner}.${older?.name.value}`, length, true));
  }
  for (const parameter of draft.parameters.values()) {
    const { requests, newer, older } = parameter;
    if (requests?.given.kind !== 'cel' || newer !== undefined) continue;
    const { length } = listAddedParameters(draft, parameter);
    if (length !== 1)
      report(diagnostics['discarded-value'](requests.given.span, older?.name.value ?? '', length, false));
  }
}

import type { Environment } from '../expression/symbol-table.ts';
import { resolveBefore } from '../parts/events/before.ts';
import type { Document } from '../parts/index.ts';
import { createEnvironments } from '../parts/resolve/environments.ts';
import { resolveOperations } from '../parts/resolve/operation-names.ts';
import { findChangedResource, findResource } from '../parts/resolve/reach.ts';
import { resolveEffectType } from '../parts/resolve/vocabulary.ts';
import type { CellPlace } from './place.ts';
import { readSubject } from './section.ts';

/** The place of an expression: its cell, the text of its item before the code, and an offset in it. */
export interface ExpressionPlace {
  readonly cell: CellPlace;
  readonly lead: string;
  readonly offset: number;
}

/** Finds what an expression may name at its place; none where the rest of its row is not clear yet. */
export function findEnvironment(
  { service }: Document,
  { cell, lead, offset }: ExpressionPlace,
): Environment | undefined {
  const { section, table, column, row } = cell;
  const environments = createEnvironments(service);
  const subject = readSubject(section);
  const holds = ({ span }: { readonly span: { readonly start: number; readonly end: number } }): boolean =>
    offset >= span.start && offset <= span.end;
  const operations = service.endpoints.operations;
  switch (`${table.name} ${column.title}`) {
    case 'fields Constraints':
      return /unique (?:with [^;]*)?where\s*$/.test(lead)
        ? environments.uniqueWhile(subject)
        : environments.computed(subject, row.Field ?? '');
    case 'rules Check':
      return environments.rule(subject, row.Rule ?? '', /^[a-z]\w*/.exec(row.On ?? '')?.[0]);
    case 'transitions Guard':
    case 'transitions Effect': {
      const transitions = service.states.machines
        .filter(({ resource }) => resource.value === subject)
        .flatMap(({ transitions: rows }) => rows);
      const transition = transitions.find(holds) ?? transitions[0];
      if (transition === undefined) return undefined;
      if (column.title === 'Guard') return environments.guard(subject, transition);
      const target = /`\s*([\w.]+)\s*\??=/.exec(lead)?.[1] ?? '';
      return environments.effect(
        subject,
        transition,
        target,
        resolveEffectType(service, subject, target.split('.'))?.type,
      );
    }
    case 'scopes Where': {
      const allowed = (row.Allows ?? '').split(',').flatMap((name) => resolveOperations(service, name.trim()));
      return environments.where(allowed.find(({ name }) => name.resource !== undefined)?.name.resource?.value);
    }
    case 'parameters Maps to': {
      const resource = operations.find(({ name }) => name.text === section.subject)?.name.resource?.value;
      return resource === undefined ? undefined : environments.parameterWhere(resource, { kind: 'string' });
    }
    case 'operations Response': {
      const operation = operations.find(holds);
      if (operation === undefined) return undefined;
      return /when\s*$/.test(lead) ? environments.when(operation) : environments.response(operation);
    }
    case 'events When': {
      const change = lead.slice(0, lead.lastIndexOf(' when')).split(',').at(-1)!.trim();
      const resource = findChangedResource(service, change.replace(/ to \S+$/, ''));
      return resource === undefined ? undefined : environments.eventWhen(resource, change);
    }
    case 'deliveries To': {
      const resource = /^each (\w+)/.exec(lead)?.[1];
      const events = service.resources.resources.map(({ name }) => name.value).slice(0, 1);
      return resource === undefined ? undefined : environments.deliveryWhere(resource, events);
    }
    case 'emails To': {
      const event = service.events.events.find(({ name }) => name.value === row.Event);
      const resource = event && findResource(service, event);
      return event === undefined || resource === undefined
        ? undefined
        : environments.email(resource, resolveBefore(service, resource, event));
    }
    default:
      return undefined;
  }
}

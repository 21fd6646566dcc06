import { conditions } from '../../parts/errors/conditions/index.ts';
import { deliveryNames } from '../../parts/events/deliveries/index.ts';
import { limitKind, limitKinds } from '../../parts/limits/kinds/index.ts';
import { type Candidate, type CompletionContext, createNames, createWords } from './candidate.ts';
import { prefix } from './resources.ts';

/** Completes the cell Sent in of a scheme. */
export function completeCarrier(): readonly Candidate[] {
  const all = ['header Authorization: Bearer', 'header X-Api-Key', 'cookie session', 'query key'];
  return all.map((label) => ({ label, kind: 'value' }));
}

/** Completes the cell When of an event: operations, and the state in which a transition ends. */
export function completeWhen(context: CompletionContext): readonly Candidate[] {
  const to = /^(\S+ (\S+)) to /.exec(context.before);
  if (to !== null) return prefix(createNames(context, ['state'], to[2]), to[0]);
  return createNames(context, ['operation', 'transition']).map((name) =>
    name.kind === 'transition' ? { ...name, label: `${name.label} ${name.detail!.split(' of ')[1]}` } : name,
  );
}

/** Completes a cell of the table of deliveries. */
export function completeDelivery(context: CompletionContext, title: string): readonly Candidate[] {
  const resources = createNames(context, ['resource']).map(({ label }) => label);
  switch (title) {
    case 'Delivery':
      return createWords(context, deliveryNames);
    case 'To':
      return [
        ...resources.map((name) => ({ label: `each ${name} at`, kind: 'word' as const, insert: `each ${name} at $0` })),
        { label: 'GET', kind: 'word', insert: 'GET /$0' },
      ];
    case 'Events':
      return [
        ...createWords(context, ['all']),
        { label: 'listed in', kind: 'word', insert: 'listed in $0' },
        ...createNames(context, ['event']),
      ];
    case 'Envelope':
      return createWords(context, ['cloudevents 1.0']);
    case 'Signature':
      return [{ label: 'standard webhooks with', kind: 'word', insert: 'standard webhooks with $0' }];
    case 'Attempts':
      return [{ label: '8 over 28 hours', kind: 'value' }];
    default:
      return [];
  }
}

/** Completes the cell Condition: the condition, and after `on` the operations and transitions. */
export function completeCondition(context: CompletionContext): readonly Candidate[] {
  const on = /^(.* on )/.exec(context.before);
  if (on !== null) {
    const transitions = createNames(context, ['transition']);
    return prefix(
      [
        ...createNames(context, ['operation']),
        ...transitions.map(({ label, ...rest }) => ({ ...rest, label: `transition ${label}` })),
      ],
      on[1]!,
    );
  }
  return conditions.map(({ name, happened, status }) => ({
    ...createWords(context, [name])[0]!,
    ...(status === undefined ? { insert: `${name} $0` } : {}),
    detail: happened,
  }));
}

/** Completes the cell Status of Errors: first the default statuses of the conditions in the row. */
export function completeStatus({ place }: CompletionContext): readonly Candidate[] {
  const named = conditions.filter(({ name }) => (place.row.Condition ?? '').includes(name)).map(({ status }) => status);
  const all = [...named, 400, 401, 402, 403, 404, 405, 406, 409, 410, 412, 413, 415, 422, 423, 428, 429, 500, 503];
  return [...new Set(all)]
    .filter((status) => status !== undefined)
    .map((status) => ({ label: String(status), kind: 'value' }));
}

/** Completes the cells of a limit. */
export function completeLimit(context: CompletionContext, title: string): readonly Candidate[] {
  const known = limitKind(context.place.row.Kind ?? '');
  switch (title) {
    case 'Applies to':
      return [{ label: 'all', kind: 'word' }, ...createNames(context, ['operation', 'resource', 'scope'])];
    case 'Per':
      return [
        ...createWords(context, ['credential', 'ip']),
        ...createNames(context, ['attribute']).map((attribute) => ({
          ...attribute,
          label: `caller.${attribute.label}`,
        })),
      ];
    case 'Value':
      return (known === undefined ? limitKinds : [known]).flatMap(({ right }) =>
        right.map(({ text: label }) => ({ label, kind: 'value' as const })),
      );
    case 'When exceeded':
      return [...createNames(context, ['code']), ...(known?.clamps === true ? createWords(context, ['clamp']) : [])];
    default:
      return [];
  }
}

/** Completes the cell On of a field error: fields with their holders, resources, parameters. */
export function completeFieldPlace(context: CompletionContext): readonly Candidate[] {
  const parameters = createNames(context, ['parameter']).map(({ label, kind }) => ({
    label: `parameter ${label}`,
    kind,
  }));
  return [...listFields(context), ...createNames(context, ['resource', 'object']), ...parameters];
}

/** The fields with the name of their resource or object: `Invoice.memo`. */
function listFields(context: CompletionContext): readonly Candidate[] {
  return createNames(context, ['field']).map((field) => ({
    ...field,
    label: `${field.detail!.split(' of ')[1]}.${field.label}`,
  }));
}

/** Completes the cell What of a change: fields, operations, codes, events, limits. */
export function completeChanged(context: CompletionContext): readonly Candidate[] {
  const parameters = createNames(context, ['parameter']).map(({ label, detail, kind }) => ({
    label: `parameter ${label} of ${detail!.split(' of ')[1]}`,
    kind,
  }));
  const events = createNames(context, ['event']).map(({ label, kind }) => ({ label: `event ${label}`, kind }));
  return [...listFields(context), ...createNames(context, ['operation', 'code', 'limit']), ...parameters, ...events];
}

import { conditions } from '../../parts/errors/conditions/index.ts';
import { limitKind, limitKinds } from '../../parts/limits/kinds/index.ts';
import { type Candidate, type CompletionContext, createNames, createWords } from './candidate.ts';
import { prefix } from './resources.ts';

/** Completes the cell When of an event: operations, and the state in which a transition ends. */
export function completeWhen(context: CompletionContext): readonly Candidate[] {
  const to = /^(\S+ (\S+)) to (?=\S*$)/.exec(context.before);
  if (to !== null) return prefix(createNames(context, ['state'], to[2]), to[0]);
  const change = /^(?!emitted )\S+ \S+ (?:to \S+ )?(?=\w*$)/.exec(context.before);
  if (change !== null) {
    const lead = change[0];
    const condition: Candidate = { label: `${lead}when`, kind: 'word', insert: `${lead}when \`$0\`` };
    return lead.includes(' to ')
      ? [condition]
      : [condition, { label: `${lead}to`, kind: 'word', insert: `${lead}to $0` }];
  }
  return createNames(context, ['operation', 'transition']).map((name) =>
    name.kind === 'transition' ? { ...name, label: `${name.label} ${name.detail!.split(' of ')[1]}` } : name,
  );
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

/** Completes the cell Value of a limit: values of its kind. */
export function completeValue({ place }: CompletionContext): readonly Candidate[] {
  const known = limitKind(place.row.Kind ?? '');
  return (known === undefined ? limitKinds : [known]).flatMap(({ right }) =>
    right.map(({ text: label }) => ({ label, kind: 'value' as const })),
  );
}

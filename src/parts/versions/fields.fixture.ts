import { constraintsOf, type Model, typeOf } from './any.fixture.ts';

/** What an edit does: changes the model into the newer one and gives its row; undefined where it has nothing to change. */
export type Edit = (model: Model, at: number, touched: Set<string>) => string | undefined;

type Owner = keyof Model['holders'];
type Field = Model['holders']['Invoice'][number];

const owners: readonly Owner[] = ['Invoice', 'Line', 'Card', 'Customer'];

/** A field that fits and that no other edit of this version touched. */
function pick(model: Model, at: number, touched: Set<string>, fits: (field: Field, owner: Owner) => boolean) {
  const all = owners.flatMap((owner) => model.holders[owner].map((field) => ({ owner, field })));
  const free = all.filter(({ owner, field }) => !touched.has(field.uid) && fits(field, owner));
  const found = free.length === 0 ? undefined : free[at % free.length];
  if (found !== undefined) touched.add(found.field.uid);
  return found && { ...found, where: `${found.owner}.${found.field.name}` };
}

function isNamed(model: Model, uid: string): boolean {
  const { picks, sort, parameters } = model;
  return [...Object.values(picks).flat(), ...sort, ...parameters.map(({ field }) => field)].includes(uid);
}

/** A name that no other edit gives. */
export const fresh = (touched: Set<string>, at: number): string => `x${touched.size}_${at}`;
/** A row of Changes behind its version. */
export const row = (verb: string, where: string, before = '', callers = '', requests = ''): string =>
  `${verb} | ${where} | ${before} | ${callers} | ${requests}`;

/** The edits of fields, their values and states. */
export const fieldEdits: Readonly<Record<string, Edit>> = {
  'a field is added'(model, at, touched) {
    const owner = owners[at % owners.length]!;
    const name = `new_${fresh(touched, at)}`;
    touched.add(name);
    model.holders[owner].push({ uid: name, name, kind: at % 2 === 0 ? 'string' : 'integer' });
    if (owner === 'Invoice' && at % 3 === 0) model.picks.update.push(name);
    if (owner === 'Invoice' && at % 5 === 0) model.picks.read.push(name);
    if (owner === 'Line' && at % 3 === 0) model.picks.line.push(name);
    return row('added', `${owner}.${name}`, '', 'absent');
  },
  'a field is removed'(model, at, touched) {
    const found = pick(model, at, touched, ({ uid, kind }, owner) => {
      return model.holders[owner].length > 1 && !isNamed(model, uid) && uid !== 'lines' && kind !== 'customer';
    });
    if (found === undefined) return undefined;
    const { owner, field, where } = found;
    model.holders[owner].splice(model.holders[owner].indexOf(field), 1);
    return row(
      'removed',
      where,
      [typeOf(field), ...constraintsOf(field)].join('; '),
      '',
      at % 2 === 0 ? 'ignored' : 'refused',
    );
  },
  'a field is renamed'(model, at, touched) {
    const found = pick(model, at, touched, () => true);
    if (found === undefined) return undefined;
    const before = found.field.name;
    found.field.name = fresh(touched, at);
    return row('renamed', `${found.owner}.${found.field.name}`, before);
  },
  'a field becomes required'(model, at, touched) {
    const found = pick(
      model,
      at,
      touched,
      ({ presence, kind }) => presence === undefined && (kind === 'string' || kind === 'integer'),
    );
    if (found === undefined) return undefined;
    found.field.presence = 'required';
    const literal = found.field.kind === 'string' ? 'default "x"' : 'default 3';
    return row('required', found.where, '', literal, at % 2 === 0 ? literal : '');
  },
  'a field becomes optional'(model, at, touched) {
    const found = pick(model, at, touched, ({ presence, kind }) => presence === 'required' && kind !== 'customer');
    if (found === undefined) return undefined;
    delete found.field.presence;
    return row('optional', found.where, '', found.field.kind === 'string' ? 'default "x"' : 'default 3');
  },
  'a type is changed'(model, at, touched) {
    const found = pick(model, at, touched, ({ uid, kind, presence, range }, owner) => {
      const free = presence !== 'default' && range === undefined && !model.sort.includes(uid) && owner !== 'Customer';
      return free && (kind === 'string' || kind === 'integer');
    });
    if (found === undefined) return undefined;
    const { field, where } = found;
    const before = field.kind;
    field.kind = before === 'string' ? 'integer' : 'string';
    const [down, up] = before === 'string' ? ['string', 'int'] : ['int', 'string'];
    return row('type', where, before, `= \`${down}(record.${field.name})\``, `= \`${up}(input.${field.name})\``);
  },
  'a default is changed'(model, at, touched) {
    const found = pick(model, at, touched, ({ presence, kind }) => presence !== 'required' && kind === 'string');
    if (found === undefined) return undefined;
    const before = found.field.presence === 'default' ? found.field.literal! : '—';
    found.field.presence = 'default';
    found.field.literal = `"n${at}"`;
    return row('default', found.where, before);
  },
  'a constraint is changed'(model, at, touched) {
    const found = pick(model, at, touched, ({ kind }) => kind === 'string' || kind === 'integer');
    if (found === undefined) return undefined;
    const before = found.field.range ?? '';
    found.field.range = found.field.kind === 'string' ? `..${300 + (at % 50)} characters` : `0..${1000 + (at % 50)}`;
    return row('constraint', found.where, before);
  },
  'a value is added'(model, at, touched) {
    const found = pick(model, at, touched, ({ kind }) => kind === 'choice');
    if (found === undefined) return undefined;
    const value = `v${fresh(touched, at)}`;
    found.field.values!.push(value);
    return row('value added', `${found.where} ${value}`, '', `as ${found.field.values![0]}`);
  },
  'a value is removed'(model, at, touched) {
    const found = pick(
      model,
      at,
      touched,
      ({ values = [], literal }) => values.length > 1 && values.at(-1) !== literal,
    );
    if (found === undefined) return undefined;
    const value = found.field.values!.pop()!;
    return row('value removed', `${found.where} ${value}`, '', `as ${found.field.values![0]}`);
  },
  'a value is renamed'(model, at, touched) {
    const found = pick(
      model,
      at,
      touched,
      ({ values = [], literal }) => values.length > 1 && values.at(-1) !== literal,
    );
    if (found === undefined) return undefined;
    const before = found.field.values!.pop()!;
    found.field.values!.push(fresh(touched, at));
    return row('renamed', `${found.where} ${found.field.values!.at(-1)}`, before);
  },
  'a state is renamed'(model, at, touched) {
    const state = model.states[at % model.states.length]!;
    if (touched.has(`state ${state.uid}`)) return undefined;
    touched.add(`state ${state.uid}`);
    const before = state.name;
    state.name = `s${fresh(touched, at)}`;
    return row('renamed', `Invoice.status ${state.name}`, before);
  },
  'a state is added'(model, at, touched) {
    const name = `s${fresh(touched, at)}`;
    touched.add('state draft').add(`state ${name}`);
    const draft = model.states.find(({ uid }) => uid === 'draft')!;
    model.states.push({ uid: name, name });
    return row('value added', `Invoice.status ${name}`, '', `as ${draft.name}`);
  },
};

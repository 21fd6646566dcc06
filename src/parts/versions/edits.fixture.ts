import { type Model, nameOf } from './any.fixture.ts';
import { type Edit, fieldEdits, fresh, row } from './fields.fixture.ts';

type Parameter = Model['parameters'][number];

function pickParameter(model: Model, at: number, touched: Set<string>, fits: (parameter: Parameter) => boolean) {
  const free = model.parameters.filter((parameter) => !touched.has(parameter.uid) && fits(parameter));
  const found = free.length === 0 ? undefined : free[at % free.length];
  if (found !== undefined) touched.add(found.uid);
  return found && { parameter: found, where: `parameter ${found.name} of list Invoice` };
}

/** The kinds of edits, by their names. */
export const edits: Readonly<Record<string, Edit>> = {
  ...fieldEdits,
  'a parameter is added'(model, at, touched) {
    const name = `q${fresh(touched, at)}`;
    touched.add(name);
    model.parameters.push({ uid: name, name, ...(at % 2 === 0 ? { field: 'note' } : { input: true }) });
    return row('added', `parameter ${name} of list Invoice`, '', 'absent');
  },
  'a parameter is removed'(model, at, touched) {
    const found = pickParameter(model, at, touched, ({ input }) => input === true);
    if (found === undefined) return undefined;
    const { parameter, where } = found;
    model.parameters.splice(model.parameters.indexOf(parameter), 1);
    const { required, literal, range } = parameter;
    const items = ['string', required ? 'required' : '', literal ? `default ${literal}` : '', range ?? ''];
    return row(
      'removed',
      where,
      items.filter((item) => item !== '').join('; '),
      '',
      at % 2 === 0 ? 'ignored' : 'refused',
    );
  },
  'a parameter is renamed'(model, at, touched) {
    const found = pickParameter(model, at, touched, () => true);
    if (found === undefined) return undefined;
    const before = found.parameter.name;
    found.parameter.name = `q${fresh(touched, at)}`;
    return row('renamed', `parameter ${found.parameter.name} of list Invoice`, before);
  },
  'a parameter becomes required'(model, at, touched) {
    const found = pickParameter(model, at, touched, ({ literal, required }) => literal === undefined && !required);
    if (found === undefined || found.parameter.uid === 'p-kind') return undefined;
    found.parameter.required = true;
    return row('required', found.where, '', '', 'default "a"');
  },
  'a parameter becomes optional'(model, at, touched) {
    const found = pickParameter(model, at, touched, ({ required }) => required === true);
    if (found === undefined) return undefined;
    delete found.parameter.required;
    return row('optional', found.where);
  },
  'a default of a parameter is changed'(model, at, touched) {
    const found = pickParameter(model, at, touched, ({ required, field }) => !required && field !== 'kind');
    if (found === undefined) return undefined;
    const before = found.parameter.literal ?? '—';
    found.parameter.literal = `"d${at}"`;
    return row('default', found.where, before);
  },
  'a constraint of a parameter is changed'(model, at, touched) {
    const found = pickParameter(model, at, touched, ({ input }) => input === true);
    if (found === undefined) return undefined;
    const before = found.parameter.range ?? '';
    found.parameter.range = `..${10 + (at % 9)} characters`;
    return row('constraint', found.where, before);
  },
  'an operation is added'(model, _, touched) {
    if (model.operations.update.there || touched.has('update')) return undefined;
    touched.add('update');
    model.operations.update.there = true;
    return row('added', 'update Invoice');
  },
  'a path is changed'(model, at, touched) {
    const name = at % 2 === 0 ? 'read' : 'pay';
    if (touched.has(`path ${name}`)) return undefined;
    touched.add(`path ${name}`);
    const operation = model.operations[name];
    const { method, path } = operation;
    operation.path = `/${fresh(touched, at)}/{id}`;
    return row('path', `${name} Invoice`, `${method} ${path}`);
  },
  'a status is changed'(model, at, touched) {
    const name = at % 2 === 0 ? 'read' : 'pay';
    if (touched.has(`status ${name}`)) return undefined;
    touched.add(`status ${name}`);
    const operation = model.operations[name];
    const before = operation.status;
    operation.status = before === '200' ? '202' : '200';
    return row('status', `${name} Invoice`, before);
  },
  'an event is added'(model, at, touched) {
    const name = `e${fresh(touched, at)}`;
    touched.add(name);
    model.events.push({ uid: name, name });
    return row('added', `event ${name}`);
  },
  'an event is renamed'(model, at, touched) {
    const event = model.events[at % model.events.length]!;
    if (touched.has(event.uid)) return undefined;
    touched.add(event.uid);
    const before = event.name;
    event.name = `e${fresh(touched, at)}`;
    return row('renamed', `event ${event.name}`, before);
  },
  'a code is added'(model, at, touched) {
    if (model.codes.some(({ uid }) => uid.startsWith('c')) || touched.has('bad')) return undefined;
    const name = `c${fresh(touched, at)}`;
    touched.add(name).add('bad');
    model.codes.push({ uid: name, name });
    return row('error added', name, '', `as ${model.codes.find(({ uid }) => uid === 'bad')!.name}`);
  },
  'a code is renamed'(model, at, touched) {
    const code = model.codes[at % model.codes.length]!;
    if (touched.has(code.uid)) return undefined;
    touched.add(code.uid);
    const before = code.name;
    code.name = `c${fresh(touched, at)}`;
    return row('renamed', code.name, before);
  },
  'the status of a code is changed'(model, at, touched) {
    const code = model.codes[at % model.codes.length]!;
    if (touched.has(`status ${code.uid}`) || touched.has(code.uid)) return undefined;
    touched.add(`status ${code.uid}`).add(code.uid);
    const [first, other] = code.uid === 'slow' ? ['503', '504'] : ['400', code.uid === 'bad' ? '422' : '409'];
    const before = code.status ?? { wrong_state: '409', bad: '422', slow: '503' }[code.uid] ?? '404';
    code.status = before === first ? other! : first!;
    return row('status', at % 2 === 0 ? `code ${code.name}` : code.name, before);
  },
  'limits are changed'(model, at, touched) {
    const key = at % 2 === 0 ? 'wait' : 'pages';
    if (touched.has(key)) return undefined;
    touched.add(key);
    const before = model[key];
    model[key] = key === 'wait' ? `${(at % 30) + 11} seconds` : `${(at % 9) + 5}, at most 50`;
    return row('limit', key, before);
  },
  'something behaves otherwise'(model) {
    return row('behavior', 'pay Invoice', `with ${nameOf(model, 'memo')} it was slower`);
  },
};

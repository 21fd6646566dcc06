// The handlers of queue.md: each weight is another mistake.

// biome-ignore lint/suspicious/noExplicitAny: handlers are typed by `nonet generate types`, not here
type Context = any;

const mistakes: readonly ((context: Context) => unknown)[] = [
  () => undefined,
  ({ refuse }) => refuse('too_heavy'),
  ({ emit, record }) => emit('job.weighed', record),
  ({ store }) => store.list('Jobs'),
  ({ store }) => store.list('Job', { limit: 0 }),
  ({ store }) => store.list('Job', { offset: -1 }),
  ({ store }) => store.list('Job', { order: 'size' }),
  ({ store }) => store.list('Job', { wher: 'true' }),
  ({ store }) => store.list('Job', { where: 'weigth > 1' }),
  ({ store }) => store.list('Job', { where: 'weight > input.least', input: { least: 'x' } }),
  ({ store }) => store.list('Job', { where: 'begun_at > input.moment', input: { moment: 'x' } }),
  ({ store }) => store.list('Job', { where: 'name == input.name', input: { name: '\0' } }),
  ({ store, record }) => void store.update('Job', record.id, { weight: 1 }),
  () => ({ job: 1 }),
  () => Promise.reject(new Error('the scales are broken')),
  () => new Promise(() => undefined),
  () => ({ id: 7 }),
  ({ record }) => ({ Job: record }),
  ({ record }) => ({ ...record, name: Promise.resolve('x') }),
  ({ input }) => input.weight,
  ({ store }) => store.list('Job', { where: 'due_on == input.day', input: { day: 'x' } }),
  ({ store }) => store.list('Job', { where: 'string(weight) == "5"' }),
  ({ refuse }) => refuse('too_light', { field: 'wight' }),
  () => {
    throw {
      toString() {
        throw new Error('no text');
      },
    };
  },
  ({ emit }) => emit('job.counted'),
  ({ emit }) => emit('job.counted', { id: 'job_01h455vb4pex5vsknk084sn02q' }),
];

export default {
  'weigh Job': (context: Context) => mistakes[context.input.by]?.(context),
  'pack Job': ({ record }: Context) => ({ job: record, size: 1 }),
  computed: {
    'Job.mark': (jobs: readonly Context[]) => jobs.map(({ name }) => (name === 'bad' ? 7 : undefined)),
  },
  after: {
    'finish Job'() {
      throw new Error('the printer is off');
    },
  },
};

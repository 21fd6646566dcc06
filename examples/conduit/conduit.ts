import { implement } from 'nonet';
import type { Conduit } from './conduit.types.ts';

const newestFirst = '-createdAt, -id';

export default implement<Conduit>()({
  before: {
    register: ({ input, password }) => password.hash(input.user.password),
    async login({ input, store, password }) {
      const user = await store.asService.find('User', { where: 'email == input.email', input: input.user });
      return { user, matches: await password.matches(input.user.password, user?.password) };
    },
    save: ({ input, password }) => (input.user.password === undefined ? undefined : password.hash(input.user.password)),
  },

  async register({ input, prepared, store, issue }) {
    const user = await store.asService.create('User', { ...input.user, password: prepared });
    return { user: { ...user, token: await issue('token', { id: user.id }) } };
  },
  async login({ prepared, issue, refuse }) {
    const { user, matches } = prepared;
    if (user === undefined || !matches) return refuse('wrong_credentials');
    return { user: { ...user, token: await issue('token', { id: user.id }) } };
  },
  async me({ caller, store, credential }) {
    const user = await store.get('User', caller!.id);
    return { user: { ...user!, token: credential() } };
  },
  async save({ input, prepared, caller, store, credential }) {
    const changes = prepared === undefined ? input.user : { ...input.user, password: prepared };
    const user = await store.asService.update('User', caller!.id, changes);
    return { user: { ...user, token: credential() } };
  },

  async tags({ store }) {
    const newest = await store.list('Article', { order: newestFirst });
    return { tagList: [...new Set(newest.flatMap(({ tagList }) => tagList))] };
  },
});

import { implement } from 'nonet';
import type { Conduit } from './conduit.types.ts';

export default implement<Conduit>({
  async register({ input, prepared, store, issue }) {
    const { username, email } = input.user;
    const user = await store.asService.create('User', { username, email, password: prepared });
    return { user: { ...user, token: await issue('token', { id: user.id }) } };
  },
  async login({ prepared, issue, refuse }) {
    if (!prepared.matches) refuse('wrong_credentials');
    return { user: { ...prepared.user, token: await issue('token', { id: prepared.user.id }) } };
  },
  async me({ caller, store, issue }) {
    const user = await store.get('User', caller!.id);
    return { user: { ...user!, token: await issue('token', { id: caller!.id }) } };
  },
  async save({ input, prepared, caller, store, issue }) {
    const { bio, image, password: _, ...others } = input.user;
    const user = await store.asService.update('User', caller!.id, {
      ...others,
      ...('bio' in input.user ? { bio: bio || null } : {}),
      ...('image' in input.user ? { image: image || null } : {}),
      ...(prepared === undefined ? {} : { password: prepared }),
    });
    return { user: { ...user, token: await issue('token', { id: user.id }) } };
  },
  async 'follow User'({ record, caller, store }) {
    const there = {
      where: 'follower == input.me && followed == input.them',
      input: { me: caller!.id, them: record.id },
    };
    if ((await store.asService.count('Follow', there)) === 0) await store.create('Follow', { followed: record.id });
  },
  async 'unfollow User'({ record, caller, store }) {
    const there = {
      where: 'follower == input.me && followed == input.them',
      input: { me: caller!.id, them: record.id },
    };
    for (const { id } of await store.asService.list('Follow', there)) await store.asService.delete('Follow', id);
  },
  async articles({ input, store }) {
    const { tag, author, favorited, ...page } = input;
    const where: string[] = [];
    let among: readonly string[] = [];
    if (tag !== undefined) where.push('input.tag in tagList');
    if (author !== undefined) where.push('author.username == input.author');
    if (favorited !== undefined) {
      const liked = await store.asService.list('Favorite', { where: 'user.username == input.favorited', input });
      among = liked.map(({ article }) => article);
      where.push('id in input.among');
    }
    const { records, total } = await store.list('Article', {
      ...(where.length === 0 ? {} : { where: where.join(' && ') }),
      input: { ...input, among },
      order: 'createdAt descending, id descending',
      ...page,
      total: true,
    });
    return { articles: records, articlesCount: total };
  },
  async feed({ input, caller, store }) {
    const following = await store.asService.list('Follow', {
      where: 'follower == input.me',
      input: { me: caller!.id },
    });
    const { records, total } = await store.list('Article', {
      where: 'author in input.authors',
      input: { authors: following.map(({ followed }) => followed) },
      order: 'createdAt descending, id descending',
      ...input,
      total: true,
    });
    return { articles: records, articlesCount: total };
  },
  async 'publish Article'({ input, store }) {
    const words = input.article.title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const slug = [...words, Math.random().toString(36).slice(2, 8)].join('-');
    return store.create('Article', { ...input.article, tagList: input.article.tagList ?? [], slug });
  },
  async 'favorite Article'({ record, caller, store }) {
    const there = { where: 'user == input.me && article == input.it', input: { me: caller!.id, it: record.id } };
    if ((await store.asService.count('Favorite', there)) === 0) await store.create('Favorite', { article: record.id });
  },
  async 'unfavorite Article'({ record, caller, store }) {
    const there = { where: 'user == input.me && article == input.it', input: { me: caller!.id, it: record.id } };
    for (const { id } of await store.asService.list('Favorite', there)) await store.asService.delete('Favorite', id);
  },
  async tags({ store }) {
    const newest = await store.list('Article', { order: 'createdAt descending' });
    return { tagList: [...new Set(newest.flatMap(({ tagList }) => tagList))] };
  },

  before: {
    register: ({ input, password }) => password.hash(input.user.password),
    async login({ input, store, password }) {
      const user = await store.asService.find('User', { where: 'email == input.email', input: input.user });
      return { user, matches: await password.matches(input.user.password, user?.password) };
    },
    save: ({ input, password }) => (input.user.password === undefined ? undefined : password.hash(input.user.password)),
  },

  computed: {
    async 'User.following'(users, caller, store) {
      const input = { me: caller?.id ?? '', them: users.map(({ id }) => id) };
      const found = await store.asService.list('Follow', {
        where: 'follower == input.me && followed in input.them',
        input,
      });
      return users.map(({ id }) => found.some(({ followed }) => followed === id));
    },
    async 'Article.favorited'(articles, caller, store) {
      const input = { me: caller?.id ?? '', them: articles.map(({ id }) => id) };
      const found = await store.asService.list('Favorite', {
        where: 'user == input.me && article in input.them',
        input,
      });
      return articles.map(({ id }) => found.some(({ article }) => article === id));
    },
    async 'Article.favoritesCount'(articles, _, store) {
      return Promise.all(
        articles.map(({ id }) => store.asService.count('Favorite', { where: 'article == input.id', input: { id } })),
      );
    },
  },
});

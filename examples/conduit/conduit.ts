import { implement } from 'nonet';
import type { Conduit } from './conduit.types.ts';

const newestFirst = '-createdAt, -id';

export default implement<Conduit>()({
  async tags({ store }) {
    const newest = await store.list('Article', { order: newestFirst });
    return { tagList: [...new Set(newest.flatMap(({ tagList }) => tagList))] };
  },
});

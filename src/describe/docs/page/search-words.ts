/** Words of a question that name nothing. */
const empty = new Set(
  'a an and any are as at be by can could do does for from how i in into is it its me my of on or our please should some that the their them then there this to use using want was we what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** Words that people ask for, with those of the page. */
const synonyms: Readonly<Record<string, string>> = {
  add: 'create',
  authenticate: 'authentication credential key',
  authorization: 'scope authentication',
  auth: 'authentication credential key',
  callback: 'webhook delivery',
  cancel: 'withdraw delete',
  change: 'update',
  changelog: 'version changes',
  destroy: 'delete',
  edit: 'update',
  enum: 'state',
  fetch: 'read list',
  find: 'list read search',
  get: 'read list',
  insert: 'create',
  login: 'log session authentication',
  modify: 'update',
  new: 'create',
  notification: 'event webhook delivery',
  page: 'cursor',
  paginate: 'page cursor',
  pagination: 'page cursor',
  paging: 'page cursor',
  permission: 'scope',
  register: 'create sign',
  remove: 'delete',
  retrieve: 'read',
  retry: 'idempotency attempts',
  role: 'scope',
  show: 'read',
  signature: 'verify signed',
  signup: 'create sign',
  status: 'state',
  throttle: 'rate limit',
  token: 'credential key',
  upload: 'file create',
  webhook: 'delivery',
};

/** Returns what to look for in the place of a question: each word with its synonyms, in small letters; words that name nothing are left out. */
export function readQuestion(query: string): readonly (readonly string[])[] {
  const words = query
    .toLowerCase()
    .split(/[\s,;()"'`·→?!]+/)
    .filter((word) => word !== '');
  const named = words.filter((word) => !empty.has(word));
  return (named.length > 0 ? named : words).map((word) => {
    const singular = word.replace(/s$/, '');
    const others = synonyms[word] ?? synonyms[singular] ?? '';
    return [word, ...others.split(' ').filter((other) => other !== '')];
  });
}

/** Returns the stem of a word, so that `creating`, `created` and `creates` are `create`. Longer words alone have one. */
export function stem(word: string): string {
  if (word.length < 4 || !/^\p{L}+$/u.test(word)) return word;
  const singular = word
    .replace(/ies$/, 'y')
    .replace(/(?<=ss|x|z|ch|sh)es$/, '')
    .replace(/(?<=[^s])s$/, '');
  const bare = singular.replace(/(?<=\p{L}{3})(?:ing|ed)$/u, '');
  return bare.replace(/(\p{L})\1$/u, '$1').replace(/(?<=\p{L}{2})e$/u, '');
}

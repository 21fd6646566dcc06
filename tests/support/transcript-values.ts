/** Returns the values of an output that later lines of a transcript may name. */
export function valuesIn(output: string): readonly (readonly [string, string])[] {
  const found = [
    ['key', /\bkey_[\w-]{20,}/],
    ['id', /(?<="id":")[^"]+/],
    ['token', /(?<="access_token":")[^"]+/],
    ['etag', /(?<=ETag: ).+/],
    ['cred', /\bcred_[\da-f]{16}\b/],
    ['secret', /(?<=client secret +)\S+/],
    ['event', /\bevt_\w{26}\b/],
  ] as const;
  const ids = [...output.matchAll(/"id":"(([a-z]{3})_\w{26})"/g)].map(
    ([, id = '', prefix = '']) => [prefix, id] as const,
  );
  return [
    ...ids,
    ...found.flatMap(([name, pattern]) => {
      const [value] = pattern.exec(output) ?? [];
      return value === undefined ? [] : [[name, value] as const];
    }),
  ];
}

/** Returns a text with signs that stay in the place of what differs from run to run. */
export function steady(text: string, folder: string): string {
  return text
    .replaceAll(folder, '/folder')
    .replaceAll(
      /urn:uuid:[\da-f-]{36}\b|\b(?!018f)[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}\b/g,
      '<uuid>',
    )
    .replaceAll(/\b([a-z]+(?:_[a-z]+)?)_(?!01h455|01k8z7)(?=[\da-z]*\d)[\da-hjkmnp-tv-z]{26}\b/g, '$1_…')
    .replaceAll(/\b(key|whsec|secret|token|session|client|app|staff)_[\w+/=-]{20,}/g, '$1_…')
    .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
    .replaceAll(/\bcred_[\da-f]{16}\b/g, 'cred_…')
    .replaceAll(/\b20\d\d-\d\d-\d\dT\d\d:\d\dZ/g, '<time>')
    .replaceAll(/\b(created) 20\d\d-\d\d-\d\d/g, '$1 <date>')
    .replaceAll(/\b1[78]\d{11}\b/g, '<milliseconds>')
    .replaceAll(/("milliseconds":)\d+/g, '$1<milliseconds>')
    .replaceAll(/\b[\da-f]{32}\b/g, '<trace>')
    .replaceAll(/(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])/g, '<kid>')
    .replaceAll(new RegExp(`\\b(?:${days()})T\\d\\d:\\d\\d:\\d\\dZ`, 'g'), '<time>')
    .replaceAll(/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
    .replaceAll(/\b127\.0\.0\.1:[1-9]\d{4}\b/g, '127.0.0.1:<port>')
    .replaceAll(/(?:\\n\s+at (?:[^"\\]|\\(?!n).)*)+/g, ' <stack>')
    .replaceAll(/("delivery":)\d+/g, '$1<number>')
    .replaceAll(/(ETag: (?:W\/)?")[^"]+/g, '$1…')
    .replaceAll(/\bprocess \d+/g, 'process <pid>')
    .replaceAll(/\r/g, '\\r');
}

/** Yesterday, today and tomorrow, for a pattern. */
function days(): string {
  return [-1, 0, 1].map((day) => new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10)).join('|');
}

/** The words that stand for scopes: `public` is everyone, `authenticated` whoever shows a valid credential. */
export const everybody = [
  { name: 'public', formerly: ['anyone'] },
  { name: 'authenticated', formerly: ['any caller'] },
] as const;

/** The words for scopes: `public` is everyone, `authenticated` every client with a valid credential. */
export const everybody = [
  { name: 'public', formerly: ['anyone'] },
  { name: 'authenticated', formerly: ['any caller'] },
] as const;

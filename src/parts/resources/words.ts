/** What deleting a record does to the records that refer to it: the words behind `on delete`. */
export const onDeleteWords = ['restrict', 'cascade', 'clear'] as const;

/** The constraints that had other names. */
export const renamedConstraints = [
  { name: 'unique where', formerly: ['unique while'] },
  { name: 'on delete restrict', formerly: ['on delete refuse'] },
  { name: 'on delete cascade', formerly: ['on delete delete'] },
] as const;

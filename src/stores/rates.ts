/** A bucket whose moment lies further ahead than this, in milliseconds, was filled before the clock was set back: it goes on now. */
export const jumped = 5_000;

// Addresses of the specification that have no screen yet. This list may only shrink: whoever builds a screen takes its line out.

export const notBuilt: readonly string[] = [];

/** Its length when it was last shortened; `notBuilt` may never be longer. */
export const mostNotBuilt = 0;

/** What scripts have in common with the styles, and read from there. */

const written = (name) => getComputedStyle(document.body).getPropertyValue(name).trim();

/** The curve on which things come to rest. */
export const ease = written("--ease") || "ease-out";

/** How long the table is to be seen before the result covers it, in milliseconds. */
export const look = parseFloat(written("--look")) || 0;

// Animation preference.

/** Return whether the reader prefers reduced motion: then pieces don't glide. */
export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

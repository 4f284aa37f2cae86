// Whether to move things about.

/** Whether the reader asks for less motion: then what would glide is drawn where it ends. */
export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

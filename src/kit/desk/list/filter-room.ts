/** Filters beside the keyword before 展开: one row at 1440 pixels. */
export const inFirstRow = 3;

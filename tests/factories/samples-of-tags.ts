import type { Special } from './samples.ts';

let build = 1000;

/** Tags stand on a label, a job makes hang tags, and a version is newer than those before it. */
export const tagSamples: Special = {
  tagTemplate: async () => ({
    template_type: 1,
    width_mm: 40,
    height_mm: 30,
    lines: [{ type: 'text', field: 'name', x: 10, y: 10, w: 200, h: 50, align: 'left' }],
  }),
  clientVersion: async () => ({ client_type: 3, build_no: (build += 1) }),
};

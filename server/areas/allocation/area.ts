import { warehousesClosing } from '#contract/areas/partners/warehouse.ts';
import type { ServerArea } from '#server/area.ts';
import { serveAllot } from './allot/serve-allot.ts';
import { serveAllotCalls } from './allot/serve-calls.ts';
import { makeWantedAllots } from './allot/wanted.ts';
import { serveDiff } from './diff/serve-diff.ts';
import { serveOut } from './out/serve-out.ts';
import { refuseClosing } from './refuse-closing.ts';

/** Goods from one warehouse to another: asked for, picked, carried, signed for, and what became of those that are missing. */
export const allocation: ServerArea = {
  name: 'allocation',
  serve(kit) {
    kit.registry.events.on(warehousesClosing, refuseClosing);
    serveAllot(kit);
    makeWantedAllots(kit);
    serveAllotCalls(kit);
    serveOut(kit);
    serveDiff(kit);
  },
};

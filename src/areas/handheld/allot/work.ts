import { workOn } from '../bench/work.ts';
import { allotInto, allotOut } from './codec.ts';

/** Work on one end of allots, with a device's databases; the same for the same ones. */
export const allotWork = { out: workOn(allotOut), into: workOn(allotInto) } as const;

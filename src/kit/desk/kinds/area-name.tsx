import { useAreas } from '#src/engine/use-areas.ts';

/** The names of an area that came without them; its code while they are not here. */
export function AreaName({ code }: { code: string }) {
  return useAreas().nameOf(code) ?? code;
}

/** A rectangle on a tag, in tenths of a millimetre. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Half a millimetre: what a drag and an arrow key move by. */
export const step = 5;
/** The least side of an element. */
const least = 2;

const between = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), Math.max(low, high));
const onGrid = (value: number, grid: number): number => Math.round(value / grid) * grid;

/** The place after a move, on the grid and on the paper. */
export function moved(place: Place, by: { x: number; y: number }, paper: Pick<Place, 'w' | 'h'>, grid = step): Place {
  return {
    ...place,
    x: between(onGrid(place.x + by.x, grid), 0, paper.w - place.w),
    y: between(onGrid(place.y + by.y, grid), 0, paper.h - place.h),
  };
}

/** The place after its lower right corner was moved, on the grid and on the paper. */
export function sized(place: Place, by: { x: number; y: number }, paper: Pick<Place, 'w' | 'h'>, grid = step): Place {
  return {
    ...place,
    w: between(onGrid(place.w + by.x, grid), least, paper.w - place.x),
    h: between(onGrid(place.h + by.y, grid), least, paper.h - place.y),
  };
}

/** A place for a new element: under the lowest there is, or at the top where nothing is left below. */
export function freePlace(
  places: readonly Place[],
  size: Pick<Place, 'w' | 'h'>,
  paper: Pick<Place, 'w' | 'h'>,
): Place {
  const margin = 10;
  const w = Math.min(size.w, paper.w - 2 * margin);
  const h = Math.min(size.h, paper.h - 2 * margin);
  const below = Math.max(0, ...places.map((one) => one.y + one.h)) + margin;
  return { x: margin, y: below + h <= paper.h ? below : margin, w, h };
}

/** How many tags stand side by side and one under another on a sheet, with so many millimetres between them. */
export function sheetOf(
  tag: { width: number; height: number; gap: number },
  sheet: { width: number; height: number },
): { columns: number; rows: number } {
  const fit = (room: number, length: number) => Math.max(1, Math.floor((room + tag.gap) / (length + tag.gap)));
  return { columns: fit(sheet.width, tag.width), rows: fit(sheet.height, tag.height) };
}

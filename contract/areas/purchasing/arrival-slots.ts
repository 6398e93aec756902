/** A span of a day at the dock, as it is written: `09:00-11:00`. */
export const slotPattern = {
  regex: /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/,
  words: '时段应写作 09:00-11:00',
};

/** One slot of a warehouse on a day; `capacity_qty` in pieces, null where nothing limits it. */
export interface Slot {
  readonly slot: string;
  readonly capacity_qty: number | null;
}

/** A warehouse as far as its slots depend on it. */
interface Docked {
  readonly warehouse_no: string;
  readonly slot_capacity_qty: number | null;
}

/** One entry of the setting, read: `W01 1-5 09:00-11:00 3000`; `*` for all warehouses without entries of their own. */
interface Entry extends Slot {
  readonly warehouse: string;
  /** 1 is Monday, 7 Sunday. */
  readonly from: number;
  readonly to: number;
}

const every = '*';

/**
 * The slots of a warehouse on a business day (`YYYY-MM-DD`), in their order: its own entries of the setting `arrival_slots`, else those for
 * all; of these the warehouse's own capacity counts where it has one (amendments G4).
 */
export function slotsOn(entries: readonly string[], { warehouse_no, slot_capacity_qty }: Docked, day: string): Slot[] {
  const read = entries.flatMap((text) => readEntry(text) ?? []);
  const own = read.filter(({ warehouse }) => warehouse === warehouse_no);
  const weekday = ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
  return (own.length > 0 ? own : read.filter(({ warehouse }) => warehouse === every))
    .filter(({ from, to }) => from <= weekday && weekday <= to)
    .map(({ slot, capacity_qty }) => ({
      slot,
      capacity_qty: own.length > 0 ? capacity_qty : (slot_capacity_qty ?? capacity_qty),
    }))
    .sort((one, other) => (one.slot < other.slot ? -1 : 1));
}

/** When a slot of a day is over. */
export const slotEnd = (day: string, slot: string): Date => new Date(`${day}T${slot.slice(6, 11)}:00+08:00`);

/** What is wrong with the entries of the setting, in words; empty when nothing is. */
export function slotsFault(entries: readonly unknown[]): string {
  const read: Entry[] = [];
  for (const [index, text] of entries.entries()) {
    const entry = typeof text === 'string' ? readEntry(text) : undefined;
    if (!entry) return `第 ${index + 1} 行应写作“仓库编号 星期 时段 容量”，如 ${entryExample}`;
    const other = read.findIndex((one) => overlaps(one, entry));
    if (other >= 0) return `第 ${index + 1} 行与第 ${other + 1} 行的时段重叠`;
    read.push(entry);
  }
  return '';
}

const entryExample = 'W01 1-5 09:00-11:00 3000';

function readEntry(text: string): Entry | undefined {
  const [, warehouse = '', from = '', to = from, slot = '', capacity = ''] = entryPattern.exec(text.trim()) ?? [];
  if (!slotPattern.regex.test(slot) || slot.slice(0, 5) >= slot.slice(6) || Number(from) > Number(to)) return undefined;
  return { warehouse, from: Number(from), to: Number(to), slot, capacity_qty: Number(capacity) };
}

const entryPattern = /^(\*|[\w-]{1,16})\s+([1-7])(?:-([1-7]))?\s+(\d\d:\d\d-\d\d:\d\d)\s+(\d{1,6})$/;

function overlaps(one: Entry, other: Entry): boolean {
  return (
    one.warehouse === other.warehouse &&
    one.from <= other.to &&
    other.from <= one.to &&
    one.slot.slice(0, 5) < other.slot.slice(6) &&
    other.slot.slice(0, 5) < one.slot.slice(6)
  );
}

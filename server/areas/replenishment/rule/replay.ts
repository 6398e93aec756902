import type { SimulatedDay, Simulation } from '#contract/areas/replenishment/replenishment-calls.ts';
import { meanDays, simulatedDays } from '#contract/areas/replenishment/rule-enums.ts';
import { nextRunAt } from '#contract/areas/replenishment/schedule.ts';
import { proposeFor, type Rule } from './generate.ts';
import type { TransferRoutes } from './transfer-routes.ts';

/** What one warehouse had of a piece of goods, day by day. */
export interface PlaceHistory {
  readonly warehouse_id: number;
  /** Pieces at the end of each day; place 0 is the eve of the first day that is tried. */
  readonly stock: Int32Array;
  /** Pieces sold on each day, from `meanDays` before the first that is tried. */
  readonly sold: Int32Array;
}

export interface GoodsHistory {
  readonly categories: readonly number[];
  readonly places: readonly PlaceHistory[];
}

/** Days that goods are on their way in a simulation. */
const carriedDays = 2;

interface Past {
  readonly goods: readonly GoodsHistory[];
  readonly routes: TransferRoutes;
  /** The first day that is not tried any more, `YYYY-MM-DD`. */
  readonly today: string;
}

/**
 * What a rule would have done, had it been on for the last days: everything happens as it did, and its moves come on top, under way for two days.
 * Where a receiver stood empty, what it had sold a day before is taken to have sold of what the rule brought. What a sender gave out and
 * later lacked is counted against the rule. Pure: the books are not touched.
 */
export function replay(rule: Rule, { goods, routes, today }: Past): Simulation {
  const days = dueDays(rule.schedule, today);
  const tally: Tally = {
    days: days.map(({ date }) => ({ date, moved: 0, short_before: 0, short_after: 0 })),
    routes: days.map(() => new Set<string>()),
    moreSold: 0,
    senderShort: 0,
  };
  for (const one of goods) replayGoods(rule, one, { days, routes, tally });
  const sum = (of: (day: SimulatedDay) => number) => tally.days.reduce((total, day) => total + of(day), 0);
  return {
    days: tally.days,
    move_qty: sum(({ moved }) => moved),
    allot_count: tally.routes.reduce((total, { size }) => total + size, 0),
    short_before: sum(({ short_before }) => short_before),
    short_after: sum(({ short_after }) => short_after),
    more_sold: tally.moreSold,
    sender_short: tally.senderShort,
  };
}

interface Tally {
  readonly days: SimulatedDay[];
  readonly routes: Set<string>[];
  moreSold: number;
  senderShort: number;
}

/** One warehouse while its days go by. */
interface Place {
  readonly history: PlaceHistory;
  readonly sends: boolean;
  readonly receives: boolean;
  /** Pieces that are here by the rule, or gone by it. */
  extra: number;
  /** Pieces on their way by the rule, by the day on which they come. */
  readonly due: Int32Array;
  coming: number;
  /** Sold in the `meanDays` days before. */
  pace: number;
  /** What has sold of the rule's pieces and makes no whole one yet, in 1/meanDays of a piece. */
  part: number;
  /** The day on which its stock rose last; long ago where it did not. */
  rose: number;
}

interface Trial {
  readonly days: readonly { date: string; due: boolean }[];
  readonly routes: TransferRoutes;
  readonly tally: Tally;
}

function replayGoods(rule: Rule, { categories, places }: GoodsHistory, trial: Trial): void {
  const all = places.map((history) => placeOf(rule, history));
  const at = new Map(all.map((place) => [place.history.warehouse_id, place]));
  for (const [day, { due }] of trial.days.entries()) {
    for (const place of all) arrive(place, day);
    if (due) {
      // Asked in the morning: what stood there at the end of the day before.
      const shelves = all.map(({ history, extra, coming, pace, rose }) => ({
        sku_id: 0,
        warehouse_id: history.warehouse_id,
        available: Math.max(0, (history.stock[day] ?? 0) + extra),
        coming,
        sold: pace,
        categories,
        fresh: day - rose < meanDays,
      }));
      for (const { from, to, qty } of proposeFor(rule, shelves, trial.routes)) {
        const [sender, receiver] = [at.get(from), at.get(to)];
        if (sender) sender.extra -= qty;
        if (receiver) {
          receiver.coming += qty;
          const arrival = day + carriedDays;
          if (arrival < receiver.due.length) receiver.due[arrival] = (receiver.due[arrival] ?? 0) + qty;
        }
        (trial.tally.days[day] as SimulatedDay).moved += qty;
        trial.tally.routes[day]?.add(`${from}/${to}`);
      }
    }
    for (const place of all) endDay(place, day, trial.tally);
  }
}

function placeOf(rule: Rule, history: PlaceHistory): Place {
  let pace = 0;
  for (let at = 0; at < meanDays; at += 1) pace += history.sold[at] ?? 0;
  return {
    history,
    sends: rule.from_warehouse_ids.includes(history.warehouse_id),
    receives: rule.to_warehouse_ids.includes(history.warehouse_id),
    extra: 0,
    due: new Int32Array(simulatedDays),
    coming: 0,
    pace,
    part: 0,
    rose: -meanDays,
  };
}

function arrive(place: Place, day: number): void {
  const qty = place.due[day] ?? 0;
  place.extra += qty;
  place.coming -= qty;
}

function endDay(place: Place, day: number, tally: Tally): void {
  const { history, sends, receives, pace } = place;
  const stood = history.stock[day + 1] ?? 0;
  if (receives && stood <= 0 && pace > 0) {
    const one = tally.days[day] as SimulatedDay;
    one.short_before += 1;
    if (stood + place.extra <= 0) one.short_after += 1;
    else {
      place.part += pace;
      const sold = Math.min(Math.floor(place.part / meanDays), stood + place.extra);
      place.part -= sold * meanDays;
      place.extra -= sold;
      tally.moreSold += sold;
    }
  }
  if (sends && place.extra < 0 && stood + place.extra < 0) tally.senderShort += 1;
  if (stood > (history.stock[day] ?? 0)) place.rose = day;
  place.pace += (history.sold[day + meanDays] ?? 0) - (history.sold[day] ?? 0);
}

/** The days that are tried, and on which of them the rule runs: all of them where it has no schedule. */
function dueDays(schedule: string | null, today: string): { date: string; due: boolean }[] {
  const first = Date.parse(`${today}T00:00:00+08:00`) - simulatedDays * dayLong;
  return Array.from({ length: simulatedDays }, (_, day) => {
    const begins = new Date(first + day * dayLong);
    const next = schedule === null ? begins : nextRunAt(schedule, new Date(begins.getTime() - 1));
    return {
      date: new Date(begins.getTime() + shanghai).toISOString().slice(0, 10),
      due: next !== undefined && next.getTime() < begins.getTime() + dayLong,
    };
  });
}

const dayLong = 86_400_000;
const shanghai = 8 * 3_600_000;

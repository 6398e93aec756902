import { type Kysely, sql } from 'kysely';
import type { Numbering } from '#contract/kit/definition.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { spareConnection } from '#server/database/connect.ts';

/**
 * Gives document numbers: prefix + yyMMdd + 5 digits, unique, with gaps (domain.md §1.4). Numbers are taken from the
 * database in blocks of their own small transactions, so that a long posting never holds the counter's row, and on a
 * connection of their own: callers hold one of the pool's already, and may hold them all.
 */
export class Numbers {
  readonly #db: Kysely<unknown>;
  readonly #blocks = new Map<string, { next: number; end: number; size: number }>();
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(db: Kysely<unknown>) {
    this.#db = spareConnection(db);
  }

  /** The next `count` numbers of a series, ascending. */
  async take(numbering: Numbering, now: Date, count = 1): Promise<string[]> {
    const series = numbering.digits
      ? numbering.prefix
      : `${numbering.prefix}${businessDay(now).slice(2).replaceAll('-', '')}`;
    const first = await this.#reserve(series, count);
    return Array.from(
      { length: count },
      (_, index) => series + String(first + index).padStart(numbering.digits ?? dailyDigits, '0'),
    );
  }

  // One reservation of a series at a time in this process: two calls must not both find the block empty and fetch one each.
  async #reserve(series: string, count: number): Promise<number> {
    const turn = (this.#queues.get(series) ?? Promise.resolve()).then(() => this.#cut(series, count));
    this.#queues.set(
      series,
      turn.catch(() => undefined),
    );
    return await turn;
  }

  async #cut(series: string, count: number): Promise<number> {
    const block = this.#blocks.get(series);
    if (block && block.next + count <= block.end) {
      block.next += count;
      return block.next - count;
    }
    // A series that is used up is used a lot: everybody who needs a number waits for its next block.
    const size = block ? Math.min(block.size * 2, largestBlock) : firstBlock;
    const taken = Math.max(count, size);
    const { rows } = await sql<{ last: number }>`
      insert into number_series (series, last) values (${series}, ${taken})
      on conflict (series) do update set last = number_series.last + ${taken} returning last`.execute(this.#db);
    const end = (rows[0]?.last ?? taken) + 1;
    const first = end - taken;
    this.#blocks.set(series, { next: first + count, end, size });
    return first;
  }
}

const dailyDigits = 5;
const firstBlock = 20;
const largestBlock = 320;

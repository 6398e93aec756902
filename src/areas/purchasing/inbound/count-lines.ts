import { countedOf, gradeColumns } from '#contract/areas/purchasing/inbound-count.ts';
import type { AnsweredLine } from '#contract/kit/calls.ts';
import { linePath } from '#src/engine/form/errors.ts';
import type { FormLine } from '#src/engine/form/lines.ts';
import type { Row, Values } from '#src/engine/row.ts';

/**
 * The lines of a batch as the grid shows them: one for each planned line and date, the pieces of all its grades side by side. The first of
 * a planned line holds its plan, and says so where it shares it with others.
 */
export function gridLines(details: readonly Row[]): Row[] {
  const roots = grouped(details, ({ id, split_of_id }) => Number(split_of_id ?? id));
  return [...roots].flatMap(([root_id, own]) => {
    const dates = [...grouped(own, ({ production_date: from, expire_at: to }) => `${String(from)}/${String(to)}`)];
    return dates.map(([, same], place): Row => {
      const [first] = same as [Row];
      return {
        id: first.id,
        root_id,
        goods_id: first.sku_id,
        sku_id: first.sku_id,
        sku_id__title: first.sku_id__title,
        sku_id__hint: first.sku_id__hint,
        plan_qty: place === 0 ? own[0]?.plan_qty : null,
        shared: dates.length > 1,
        production_date: first.production_date,
        expire_at: first.expire_at,
        ...gradesOf(same),
      };
    });
  });
}

const gradesOf = (lines: readonly Row[]): Values =>
  Object.fromEntries(
    gradeColumns.map(({ grade, name }) => {
      const counted = lines.filter((line) => line.imperfect_type === grade && typeof line.count_qty === 'number');
      return [name, counted.length === 0 ? null : counted.reduce((sum, line) => sum + Number(line.count_qty), 0)];
    }),
  );

/** Things under what each is told by, in the order of the first of each. */
function grouped<T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

/** Another line for goods of the same planned line that bear other dates. */
export const otherDate = ({ root_id, goods_id, sku_id, sku_id__title, sku_id__hint }: Values): Values => ({
  root_id,
  goods_id,
  sku_id,
  sku_id__title,
  sku_id__hint,
  plan_qty: null,
  shared: true,
});

/** What is told of the planned lines that were touched: all of each, for it takes the place of what was told before. */
export interface Told {
  readonly answers: readonly AnsweredLine[];
  /** The line of the grid behind each answer. */
  readonly keys: readonly string[];
}

/**
 * The grid as a count, by planned line: those of which a line was changed, added or taken away. A planned line from which everything was
 * taken away is an error of its first line: nothing that came is a 0.
 */
export function toldOf(
  rows: readonly FormLine[],
  removedRoots: ReadonlySet<number>,
): { told: Told[]; errors: Readonly<Record<string, string>> } {
  const errors: Record<string, string> = {};
  const told = [...grouped(rows, ({ values }) => Number(values.root_id))].flatMap(([root, own]) => {
    if (!removedRoots.has(root) && !own.some(({ changed }) => changed)) return [];
    const entries = own.flatMap(({ key, values }) =>
      gradeColumns.flatMap(({ grade, name }) =>
        typeof values[name] === 'number' ? [{ key, answer: answerOf(root, grade, values[name], values) }] : [],
      ),
    );
    if (entries.length === 0 && own[0]) errors[linePath(own[0].key, 'grade_0')] = '没有到货请填 0';
    return [{ answers: entries.map(({ answer }) => answer), keys: entries.map(({ key }) => key) }];
  });
  return { told, errors };
}

const answerOf = (line_id: number, imperfect_type: number, qty: number, values: Values): AnsweredLine => ({
  line_id,
  imperfect_type,
  qty,
  production_date: values.production_date ?? null,
  expire_at: values.expire_at ?? null,
});

/** Parts of a count that go together: no planned line is cut in two. */
export function partsOf(told: readonly Told[], most: number): Told[] {
  const parts: { answers: AnsweredLine[]; keys: string[] }[] = [];
  for (const { answers, keys } of told) {
    const last = parts.at(-1);
    if (last && last.answers.length + answers.length <= most) {
      last.answers.push(...answers);
      last.keys.push(...keys);
    } else parts.push({ answers: [...answers], keys: [...keys] });
  }
  return parts;
}

const columnOf = (grade: number): string => gradeColumns.find((one) => one.grade === grade)?.name ?? 'grade_0';
const planOf = ({ plan_qty: plan }: Values): number => (typeof plan === 'number' ? plan : 0);

/** One piece more of some goods: on the first of their lines that still waits for some, else on the last; undefined of goods that are not here. */
export function scanned(
  rows: readonly FormLine[],
  { goods, grade }: { goods: number; grade: number },
): { row: FormLine; change: Values } | undefined {
  const own = rows.filter(({ values }) => values.goods_id === goods);
  const row = own.find(({ values }) => (countedOf(values) ?? 0) < planOf(values)) ?? own.at(-1);
  if (!row) return undefined;
  const name = columnOf(grade);
  const before = row.values[name];
  return { row, change: { [name]: (typeof before === 'number' ? before : 0) + 1 } };
}

/** Pieces of some goods as somebody wrote them down: laid over their lines, each up to its plan, the rest on the last. */
export function stated(
  rows: readonly FormLine[],
  { goods, grade, qty }: { goods: number; grade: number; qty: number },
): [key: string, change: Values][] {
  const own = rows.filter(({ values }) => values.goods_id === goods);
  const name = columnOf(grade);
  let left = qty;
  return own.map(({ key, values }, place) => {
    const taken = place === own.length - 1 ? left : Math.min(left, planOf(values));
    left -= taken;
    return [key, { [name]: taken }];
  });
}

/** The lines that nobody has counted yet, each with what `qtyOf` says of it as its good pieces. */
export function filled(rows: readonly FormLine[], qtyOf: (values: Values) => number): Map<string, Values> {
  const uncounted = rows.filter(({ values }) => countedOf(values) === undefined);
  return new Map(uncounted.map(({ key, values }) => [key, { grade_0: qtyOf(values) }]));
}

/** How far a count has come. */
export interface CountFigures {
  readonly lines: number;
  readonly uncounted: number;
  readonly plan: number;
  readonly counted: number;
}

export function figuresOf(rows: readonly FormLine[]): CountFigures {
  const counts = rows.map(({ values }) => countedOf(values));
  return {
    lines: rows.length,
    uncounted: counts.filter((one) => one === undefined).length,
    plan: rows.reduce((sum, { values }) => sum + planOf(values), 0),
    counted: counts.reduce<number>((sum, one) => sum + (one ?? 0), 0),
  };
}

/** One row of a pasted list: a code, how many, and the grade where a third column names it. */
export interface PastedRow {
  readonly code: string;
  readonly qty: number;
  readonly grade: number;
}

/** A block of two or three columns as counts; rows whose quantity or grade cannot be read are told by their number. */
export function pastedRows(
  block: readonly (readonly string[])[],
  { grade, gradeIn }: { grade: number; gradeIn(text: string): number | undefined },
): { rows: PastedRow[]; wrong: number[] } {
  const wrong: number[] = [];
  const rows = block.flatMap(([code = '', qty = '', third = ''], place) => {
    if (code === '') return [];
    const read = third === '' ? grade : gradeIn(third);
    if (!/^\d{1,6}$/.test(qty) || read === undefined) {
      wrong.push(place + 1);
      return [];
    }
    return [{ code, qty: Number(qty), grade: read }];
  });
  return { rows, wrong };
}

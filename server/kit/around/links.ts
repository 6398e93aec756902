import { definitions } from '#contract/definitions.ts';
import { type AnyDefinition, isDocument, linesTableOf, tableOf } from '#contract/kit/definition.ts';
import type { Field, Fields } from '#contract/kit/field.ts';

/** A column by which records of one definition name records of another. */
export interface Link {
  /** Whose table it is, the table itself, and its column with the id of the record: that of the record or of the owner of a line. */
  readonly of: AnyDefinition;
  readonly table: string;
  readonly owner: string;
  readonly column: string;
  /** The column holds several ids. */
  readonly many: boolean;
  /** What it names; of a source any document, by the name that stands beside it. */
  readonly to: AnyDefinition | 'source';
  /** What it names came of the record, and not the record of it. */
  readonly onward: boolean;
}

/**
 * Columns that lead onward, by definition and field: the statement that a fine was deducted in comes after the fine. Whatever else
 * names a document comes after it.
 */
const onward: Readonly<Record<string, readonly string[]>> = {
  settleItem: ['check_bill_id', 'statement_id'],
  checkBill: ['statement_id'],
  fine: ['statement_id'],
  goodsSelection: ['purchase_id'],
  batchAllot: ['allot_id'],
  orderService: ['new_order_id'],
};

/** What stands between documents without being one: the line that an appointment books, the item that a bill settles. */
const between = ['settleItem', 'purchaseLine'];

/** Documents that have a page, and what stands between them. */
const nodes = definitions.filter((one) => (isDocument(one) && one.calls.detail) || between.includes(one.name));

/** Every link between documents, read off the definitions. */
export const links: readonly Link[] = nodes.flatMap((of) => [
  ...linksIn(of, of.fields, { table: tableOf(of), owner: 'id' }),
  ...(of.lines
    ? linksIn(of, of.lines.fields, { table: linesTableOf(of), owner: `${tableOf(of)}_id` }).filter(
        ({ to }) => to !== 'source',
      )
    : []),
]);

function linksIn(of: AnyDefinition, fields: Fields, at: { table: string; owner: string }): Link[] {
  return Object.entries(fields).flatMap(([column, field]) => {
    const to = targetOf(fields, column, field);
    if (!to) return [];
    return [
      { of, ...at, column, many: field.kind.many === true, to, onward: onward[of.name]?.includes(column) ?? false },
    ];
  });
}

/** By a reference, as the source, or by the id of a record whose table gives the column its name. */
function targetOf(fields: Fields, column: string, field: Field): Link['to'] | undefined {
  if (column === 'source_id' && fields.source_type) return 'source';
  if (field.target) return nodes.find(({ name }) => name === field.target?.().name);
  return field.internal ? nodes.find((one) => `${tableOf(one)}_id` === column) : undefined;
}

/** A document or what stands between documents, by its name; undefined for whatever else is a source. */
export const nodeOf = (name: string): AnyDefinition | undefined => nodes.find((one) => one.name === name);

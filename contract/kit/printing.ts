import type { documentFields, recordFields } from './base-fields.ts';
import { type Access, type Call, command } from './call.ts';
import type { AnyDefinition } from './definition.ts';
import type { RecordValues } from './field.ts';

/** A sheet of paper or a label, as it goes into the printer: millimetres. */
export interface PaperSize {
  readonly width: number;
  readonly height: number;
  /** White on all four sides. */
  readonly margin: number;
}

/** What a format without a paper of its own is printed on. */
const a4: PaperSize = { width: 210, height: 297, margin: 12 };

/** A line as a detail answers it: its fields, and what its references show beside them. */
export type PrintedLine = RecordValues & { readonly id: number };

/** The table of a paper. What stands behind a key, or is not there in any of the lines, is no column of it. */
export interface PrintedLines<N extends string = string> {
  /** Fields of the lines, from the left; a running number stands before them. */
  readonly columns: readonly N[];
  /** Those of the columns that are summed under the last line. */
  readonly sums?: readonly N[];
  /** Headings of columns that stay empty for a pen; behind the others. */
  readonly byHand?: readonly string[];
  /** Empty rows under the last line, for what is found and stands nowhere. */
  readonly spare?: number;
  /** The lines that are printed; all by default. */
  readonly only?: (line: RecordValues) => boolean;
  /** What stands in the table when no line does. */
  readonly none?: string;
  /**
   * The quantity of goods that stands in a table for each style, its colours down and its sizes across, instead of a row for each line.
   * Beside it the other sums.
   */
  readonly cross?: N;
  /** Whose fields the columns are, where the lines are records of another definition and not lines of the document's own. */
  readonly of?: AnyDefinition;
  /** Where the lines come from, if not with the detail: spelled as the detail spells them. */
  readonly from?: Call<{ id: number }, { list: PrintedLine[] }>;
}

/**
 * What stands on one kind of paper of a document. Its number, as words and as a barcode, its state, and when and for the
 * how many-th time it was printed are always there; labels, figures and masks are the definition's.
 */
export interface PrintFormat<F extends string = string, Table = PrintedLines> {
  /** The definition's label by default. */
  readonly title?: string;
  /** A4 by default. */
  readonly paper?: PaperSize;
  /** Fields above the lines. */
  readonly head: readonly F[];
  /** The one of them that is an amount of money and stands in words besides. */
  readonly inWords?: F;
  /** Those of them that are numbers of accounts: read in groups of four. */
  readonly inFours?: readonly F[];
  readonly lines?: Table;
  /** Whose signatures are asked for. */
  readonly signatures?: readonly string[];
  /** Parts of a set that are printed one after another, each under its name: 存根联, 记账联. */
  readonly copies?: readonly string[];
}

/** How the records of a definition are printed on one screen. */
export interface Printing {
  readonly definition: AnyDefinition;
  /** Who may print: holds this key and sees the record. */
  readonly access: Access;
  /** Of a call of its own that registers a print (`/v1/stocktaking/print`); that of all documents by default. */
  readonly segment?: string;
  /** With a call of its own: the states of a record that may be printed; any by default. */
  readonly states?: readonly number[];
  /**
   * Address of the screen, `{id}` for the record's: the one that the specification gives it, else that of the detail with
   * `print=1` behind it, where the detail page itself becomes it.
   */
  readonly at: `/${string}`;
  /** Of several a person chooses one; its place from 1 is its `kind` on the wire. */
  readonly formats: readonly PrintFormat[];
}

type FormatOf<D extends AnyDefinition> = PrintFormat<
  (keyof D['fields'] & string) | keyof typeof documentFields | keyof typeof recordFields,
  | PrintedLines<keyof NonNullable<D['lines']>['fields'] & string>
  | (PrintedLines & Required<Pick<PrintedLines, 'of' | 'from'>>)
>;

/** Declares how a document is printed; its names are checked against the definition, its access is that of the detail by default. */
export function printing<D extends AnyDefinition>(
  definition: D,
  meaning: Omit<Printing, 'definition' | 'access' | 'formats'> & {
    access?: Access;
    formats: readonly [FormatOf<D>, ...FormatOf<D>[]];
  },
): Printing {
  const access = meaning.access ?? definition.calls.detail?.[1];
  if (!access) throw new Error(`${definition.name} is printed and has no detail`);
  return { ...meaning, definition, access };
}

/** What registering a print answers (specification §3): `is_again_print` 1 when the document had been printed before. */
export interface RegisteredPrint {
  is_again_print: 0 | 1;
  print_count: number;
}

/** Registers that a document goes on paper; `doc_type` is the name of its definition. */
export const printRecordCall = command<{ doc_type: string; doc_id: number }, RegisteredPrint>({
  service: 'erp',
  path: '/v1/common/printRecord',
  access: 'login',
});

/** The call of its own by which a print is registered; undefined where there is none. `kind` is asked of several formats only. */
export function ownPrintCall({
  definition,
  access,
  segment,
}: Printing): Call<{ id: number; kind?: number | undefined }, RegisteredPrint> | undefined {
  if (segment === undefined) return undefined;
  return command({ service: definition.service, path: `${definition.group}/${segment}`, access });
}

/** By which call a print of one record is registered, and what it is sent. */
export function registration(
  printed: Printing,
  { id, kind }: { id: number; kind: number },
): { call: Call<RecordValues, RegisteredPrint>; input: RecordValues } {
  const own = ownPrintCall(printed);
  if (!own) return { call: printRecordCall, input: { doc_type: printed.definition.name, doc_id: id } };
  return { call: own, input: printed.formats.length > 1 ? { id, kind } : { id } };
}

/** Address of the screen that prints one record. */
export const printAt = ({ at }: Pick<Printing, 'at'>, id: number): string => at.replace('{id}', String(id));

/** The paper of a format. */
export const paperOf = ({ paper = a4 }: Pick<PrintFormat, 'paper'>): PaperSize => paper;

/** What stands above everything else on a format's paper. */
export const titleOf = ({ definition }: Printing, { title = definition.label }: PrintFormat): string => title;

import type { BilingualMessage } from '#server/sheets/bilingual-message.ts';
import type { KnownCatalogue, ThereSku } from './known-catalogue.ts';
import type { Directories } from './load-directories.ts';
import { type Found, folded, type Master } from './masters.ts';
import type { RowDraft, SaidField, StyleField } from './style-draft.ts';
import type { StyledRow } from './styled-row.ts';

/** Looks up what rows name, each row by itself. Everything that is not there is wrong with the row that names it. */
export function resolveRows(
  rows: readonly StyledRow[],
  { directories, known }: { directories: Directories; known: KnownCatalogue },
): RowDraft[] {
  // All of them first: what one row plans below a category makes it no leaf for another.
  for (const { cells } of rows) if (cells.category !== undefined) directories.categories.find(cells.category);
  return rows.map((row) => resolved(row, { directories, known }));
}

function resolved(
  row: StyledRow,
  { directories, known }: { directories: Directories; known: KnownCatalogue },
): RowDraft {
  const { cells } = row;
  const reasons: BilingualMessage[] = [];
  const look = (text: string | undefined, find: (text: string) => Found): Master | undefined => {
    const found = text === undefined ? undefined : find(text);
    if (found && 'reason' in found) reasons.push(found.reason);
    return found && 'master' in found ? found.master : undefined;
  };
  const { brands, categories, units, colors, runs } = directories;
  const owners = ownersOf(cells.barcodes, known);
  const present = categoryOf(owners[0], { directories, known });
  const fields: SaidField[] = [];
  const say = (field: StyleField, value: Master | string | undefined, text: string | undefined) => {
    if (value !== undefined && text !== undefined) fields.push({ field, value, text });
  };
  const brand = look(cells.brand, (text) => brands.find(text));
  say('name', row.name, row.name);
  say(
    'category',
    // Our own lists name the last of its levels alone: of goods that are there it is the one they are in.
    look(cells.category, (text) =>
      present && folded(present.name) === folded(text) ? { master: present } : categories.find(text),
    ),
    cells.category,
  );
  say(
    'unit',
    look(cells.unit, (text) => units.find(text)),
    cells.unit,
  );
  say(
    'size_type',
    look(cells.size_type, (text) => runs.find(text)),
    cells.size_type,
  );
  say('season', cells.season, cells.season);
  say('sex', cells.sex, cells.sex);
  const color = look(cells.color, (text) => colors.find(text));
  if (owners.length > 1) reasons.push(severalOwners(owners));
  return { from: row, brand, color, fields, owners, reasons };
}

function ownersOf(barcodes: readonly string[], { byBarcode }: KnownCatalogue): ThereSku[] {
  return [...new Set(barcodes.flatMap((barcode) => byBarcode.get(barcode) ?? []))];
}

/** The category of goods that are there. */
function categoryOf(
  owner: ThereSku | undefined,
  { directories, known }: { directories: Directories; known: KnownCatalogue },
): Master | undefined {
  const style = owner && known.byId.get(owner.spuId);
  return style && directories.categories.of(style.categoryId);
}

function severalOwners(owners: readonly ThereSku[]): BilingualMessage {
  const numbers = owners.map(({ skuNo }) => skuNo);
  return {
    en: `its barcodes are different SKUs already (${numbers.join(', ')})`,
    zh: `这些条码已属于不同货品（${numbers.join('、')}）`,
  };
}

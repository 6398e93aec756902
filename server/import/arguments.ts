import { parseArgs } from 'node:util';
import { StartupError } from '../platform/startup-error.ts';
import { readRate } from './money.ts';
import { isTimeZone } from './orders/order-options.ts';

const kinds = ['goods', 'opening-stock', 'orders'] as const;
export type ImportKind = (typeof kinds)[number];

/** What `npm run import` was asked. */
export interface ImportArguments {
  readonly kind: ImportKind;
  readonly file: string;
  readonly report: string | undefined;
  readonly skipErrors: boolean;
  /** Goods: brands, categories, colours, sizes and units that there are not are made. */
  readonly makeMissing: boolean;
  readonly foldCase: boolean;
  /** Millionths of a yuan for a pound. */
  readonly rate: number;
  readonly warehouse: string | undefined;
  readonly month: string | undefined;
  readonly approvedBy: string;
  /** Of orders: who sold them, in which time zone, and whether a bad row stops the import. */
  readonly shop: string | undefined;
  readonly zone: string;
  readonly strict: boolean;
  /** Orders move their pieces in the ledger. */
  readonly postStock: boolean;
}

/** How the command is used, shown when it is used otherwise. */
const usage = `usage: npm run import -- goods <file> [--case fold|keep] [--rate <yuan per pound>] [--make-missing]
       npm run import -- opening-stock <file> --warehouse <number> [--month YYYY-MM] [--approved-by <account>]
       npm run import -- orders <file> --warehouse <number> [--shop <number>] [--zone <time zone, Europe/London>]
                         [--case fold|keep] [--rate <yuan per pound>] [--strict] [--post-stock]
all:   [--report <path>]    goods and opening-stock: [--skip-errors]
<file> is a CSV (also .gz) or XLSX of order lines (InvoiceNo, StockCode, Description, Quantity, InvoiceDate, UnitPrice,
CustomerID) or one of our templates (条码, 商品名称, 单价, 款号, 颜色, 尺码, 数量, …).`;

/** Reads the command line; a mistake throws a StartupError that names it and shows the usage. */
export function readArguments(given: readonly string[]): ImportArguments {
  const { values, positionals } = parsed(given);
  const [asked, file, ...more] = positionals;
  const kind = kinds.find((one) => one === asked);
  if (!kind) throw wrong(asked === undefined ? `say what to import: ${kinds.join(', ')}` : `cannot import "${asked}"`);
  if (file === undefined) throw wrong('say which file to import');
  if (more.length > 0) throw wrong(`one file at a time, not also "${more[0]}"`);
  for (const name of elsewhere[kind]) if (values[name] !== undefined) throw wrong(`--${name} does not go with ${kind}`);
  if (kind !== 'goods' && values.warehouse === undefined)
    throw wrong('--warehouse is missing: where do the goods stand?');
  const rate = readRate(values.rate ?? '1');
  if (rate === undefined) throw wrong(`--rate must be a number above 0 with at most 6 decimals, not "${values.rate}"`);
  if (values.case !== undefined && values.case !== 'fold' && values.case !== 'keep')
    throw wrong(`--case must be fold or keep, not "${values.case}"`);
  if (values.month !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(values.month))
    throw wrong(`--month must be like 2010-12, not "${values.month}"`);
  if (values.zone !== undefined && !isTimeZone(values.zone))
    throw wrong(`--zone must be a time zone like Europe/London, not "${values.zone}"`);
  return {
    kind,
    file,
    report: values.report,
    skipErrors: values['skip-errors'] ?? false,
    makeMissing: values['make-missing'] ?? false,
    // Opening stock goes by the barcodes of what is there, whichever way that came in.
    foldCase: kind !== 'opening-stock' && values.case !== 'keep',
    rate,
    warehouse: values.warehouse,
    month: values.month,
    approvedBy: values['approved-by'] ?? 'admin',
    shop: values.shop,
    zone: values.zone ?? 'Europe/London',
    strict: values.strict ?? false,
    postStock: values['post-stock'] ?? false,
  };
}

const elsewhere = {
  goods: ['warehouse', 'month', 'approved-by', 'shop', 'zone', 'strict', 'post-stock'],
  'opening-stock': ['make-missing', 'case', 'rate', 'shop', 'zone', 'strict', 'post-stock'],
  orders: ['month', 'approved-by', 'skip-errors', 'make-missing'],
} as const;

function parsed(given: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        case: text,
        rate: text,
        report: text,
        warehouse: text,
        month: text,
        'approved-by': text,
        shop: text,
        zone: text,
        'skip-errors': { type: 'boolean' },
        'make-missing': { type: 'boolean' },
        strict: { type: 'boolean' },
        'post-stock': { type: 'boolean' },
      },
    });
  } catch (error) {
    if (error instanceof TypeError) throw wrong(error.message.split('. ')[0] ?? '');
    throw error;
  }
}

function wrong(what: string): StartupError {
  return new StartupError(`${what}\n${usage}`);
}

import { parseArgs } from 'node:util';
import { StartupError } from '../platform/startup-error.ts';
import { readRate } from './money.ts';

/** What `npm run import` was asked. */
export interface ImportArguments {
  readonly kind: 'goods' | 'opening-stock';
  readonly file: string;
  readonly report: string | undefined;
  readonly skipErrors: boolean;
  readonly foldCase: boolean;
  /** Millionths of a yuan for a pound. */
  readonly rate: number;
  readonly warehouse: string | undefined;
  readonly month: string | undefined;
  readonly approvedBy: string;
}

/** How the command is used, shown when it is used otherwise. */
const usage = `usage: npm run import -- goods <file> [--case fold|keep] [--rate <yuan per pound>]
       npm run import -- opening-stock <file> --warehouse <number> [--month YYYY-MM] [--approved-by <account>]
both:  [--report <path>] [--skip-errors]
<file> is a .csv or .csv.gz of order lines (InvoiceNo, StockCode, Description, Quantity, InvoiceDate, UnitPrice).`;

/** Reads the command line; a mistake throws a StartupError that names it and shows the usage. */
export function readArguments(given: readonly string[]): ImportArguments {
  const { values, positionals } = parsed(given);
  const [kind, file, ...more] = positionals;
  if (kind !== 'goods' && kind !== 'opening-stock')
    throw wrong(kind === undefined ? 'say what to import: goods or opening-stock' : `cannot import "${kind}"`);
  if (file === undefined) throw wrong('say which file to import');
  if (more.length > 0) throw wrong(`one file at a time, not also "${more[0]}"`);
  for (const name of elsewhere[kind]) if (values[name] !== undefined) throw wrong(`--${name} does not go with ${kind}`);
  if (kind === 'opening-stock' && values.warehouse === undefined)
    throw wrong('--warehouse is missing: where do the goods stand?');
  const rate = readRate(values.rate ?? '1');
  if (rate === undefined) throw wrong(`--rate must be a number above 0 with at most 6 decimals, not "${values.rate}"`);
  if (values.case !== undefined && values.case !== 'fold' && values.case !== 'keep')
    throw wrong(`--case must be fold or keep, not "${values.case}"`);
  if (values.month !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(values.month))
    throw wrong(`--month must be like 2010-12, not "${values.month}"`);
  return {
    kind,
    file,
    report: values.report,
    skipErrors: values['skip-errors'] ?? false,
    // Opening stock goes by the barcodes of what is there, whichever way that came in.
    foldCase: kind === 'goods' && values.case !== 'keep',
    rate,
    warehouse: values.warehouse,
    month: values.month,
    approvedBy: values['approved-by'] ?? 'admin',
  };
}

const elsewhere = { goods: ['warehouse', 'month', 'approved-by'], 'opening-stock': ['case', 'rate'] } as const;

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
        'skip-errors': { type: 'boolean' },
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

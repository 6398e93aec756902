import type { NamedDamage } from '#contract/areas/allocation/allot-entry.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Carried, Discarded } from '#src/local/index.ts';
import type { AllotPayload } from './allot/entry.ts';
import type { ImperfectPayload } from './imperfect/entry.ts';
import type { InboundPayload } from './inbound/entry.ts';
import type { OutPayload } from './order/entry.ts';
import type { CountPayload } from './stocktaking/scan.ts';

type Row = Carried['rows'][number];
type Check = (value: unknown) => boolean;

/**
 * Does a row of a file say all that its kind of work says? A file may be of another build, or written by somebody: what it says of itself is no
 * proof. A kind that this build does not know is not judged here; it is counted as foreign where rows are taken in.
 */
export function isOfItsKind({ stream, payload }: Pick<Row, 'stream' | 'payload'>): boolean {
  const says = kinds.get(stream.slice(0, stream.indexOf(':')));
  return !says || isShaped(payload, says);
}

function isShaped(value: unknown, says: Readonly<Record<string, Check>>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const told = value as Readonly<Record<string, unknown>>;
  return Object.entries(says).every(([name, isRight]) => isRight(told[name]));
}

/** One check for each field: a field that is new has to be given one. */
type Checks<P> = { [K in keyof Required<P>]: Check };

const text =
  (most: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= most;
const whole = (least: number, most: number): Check => {
  return (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
};
const oneOf =
  (known: readonly string[]): Check =>
  (value) =>
    known.includes(value as string);
const orNull =
  (isRight: Check): Check =>
  (value) =>
    value === null || isRight(value);
const orAbsent =
  (isRight: Check): Check =>
  (value) =>
    value === undefined || isRight(value);

const id = whole(1, Number.MAX_SAFE_INTEGER);
const opId: Check = (value) => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value);
const day: Check = (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
const grade = whole(0, 4);

const pieces = {
  barcode: text(limits.name),
  imperfect_type: grade,
  qty: whole(0, limits.quantity),
  sku_id: orNull(id),
  voids: orAbsent(opId),
};

const counting: Checks<CountPayload> = {
  ...pieces,
  kind: oneOf(['add', 'total', 'void']),
  zone: text(limits.name),
  round: whole(1, 9999),
};

const receiving: Checks<InboundPayload> = {
  ...pieces,
  kind: oneOf(['add', 'void', 'done']),
  production_date: orNull(day),
  expire_at: orNull(day),
};

const namedDamage: Checks<NamedDamage> = {
  line_id: id,
  codes: (value) => Array.isArray(value) && value.every(text(limits.name)),
};

const moving: Checks<AllotPayload> = {
  ...pieces,
  kind: oneOf(['add', 'void', 'pack', 'send', 'accept', 'sign']),
  carton: orNull(whole(1, 9999)),
  logistics_id: orAbsent(orNull(id)),
  waybill_no: orAbsent(orNull(text(limits.name))),
  damaged: orAbsent((value) => Array.isArray(value) && value.every((one) => isShaped(one, namedDamage))),
};

const shipping: Checks<OutPayload> = {
  ...pieces,
  kind: oneOf(['add', 'void', 'pack', 'send']),
  logistics_id: orAbsent(orNull(id)),
  waybill_no: orAbsent(orNull(text(limits.name))),
};

const picture = { op_id: opId, data: text(20_000_000) };
const reporting: Checks<ImperfectPayload> = {
  barcode: text(limits.name),
  source_type: whole(0, 99),
  imperfect_type: grade,
  qty: whole(1, limits.quantity),
  reason: text(limits.remark),
  picture: orNull((value) => isShaped(value, picture)),
};

const puttingAway: Checks<Discarded> = {
  discarded: opId,
  kind: text(limits.name),
  document: id,
  what: text(2000),
  why: text(2000),
  reason: text(limits.remark),
};

const kinds: ReadonlyMap<string, Readonly<Record<string, Check>>> = new Map<string, Readonly<Record<string, Check>>>([
  ['stocktaking', counting],
  ['inbound', receiving],
  ['allotOut', moving],
  ['allotInto', moving],
  ['orderOut', shipping],
  ['imperfect', reporting],
  ['putAway', puttingAway],
]);

/**
 * Is this stock code one of goods? Undefined: yes. Otherwise the reason why not. The rule, for codes never seen before too:
 * goods have a number of five digits, with letters behind it for a colour or size, or stand in the gift shop's own series
 * DCGS; everything else is bookkeeping (postage, fees, discounts, vouchers) in the clothes of an order line.
 */
export function reasonNoGoods(code: string): string | undefined {
  // Without blanks: the code becomes a barcode.
  if (/^\d{5}[\x21-\x7e]*$/.test(code) || /^DCGS[\x21-\x7e]+$/i.test(code)) return undefined;
  return (
    bookkeeping.find(([pattern]) => pattern.test(code))?.[1] ??
    'not a goods code: goods have five digits, letters behind them and no blanks'
  );
}

/** As `reasonNoGoods`, for the few codes that look like goods but whose name says that they are a service. */
export function reasonNoGoodsByName(name: string): string | undefined {
  return service.test(name) ? `a service by its name (${name})` : undefined;
}

const bookkeeping: readonly (readonly [RegExp, string])[] = [
  [/^(POST|DOT)$/i, 'postage'],
  [/^C[23]$/i, 'carriage'],
  [/^M$/i, 'manual entry'],
  [/^D$/i, 'discount'],
  [/^S$/i, 'samples'],
  [/^B$/i, 'bad debt'],
  [/^BANK CHARGES$/i, 'bank charges'],
  [/^AMAZONFEE$/i, 'marketplace fee'],
  [/^CRUK$/i, 'commission'],
  [/^PADS$/i, 'packing material'],
  [/^gift/i, 'gift voucher'],
  [/^TEST/i, 'test entry'],
  [/^ADJUST/i, 'adjustment'],
];

const service = /^((next day )?carriage|(\w+ )?postage|packing charge|manual|discount|.*\bgift voucher\b.*)$/i;

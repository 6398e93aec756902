import { spoiltCode } from '#contract/kit/spoilt-code.ts';
import { type BilingualMessage, shown } from '#server/sheets/bilingual-message.ts';

/**
 * Is this stock code one of goods? Undefined: yes. Otherwise the reason why not. The rule, for codes never seen before too:
 * goods have a number of five digits, with letters behind it for a colour or size, or stand in the gift shop's own series
 * DCGS; everything else is bookkeeping (postage, fees, discounts, vouchers) in the clothes of an order line.
 */
export function reasonNoGoods(code: string): BilingualMessage | undefined {
  // Without blanks: the code becomes a barcode.
  if (/^\d{5}[\x21-\x7e]*$/.test(code) || /^DCGS[\x21-\x7e]+$/i.test(code)) return undefined;
  return bookkeeping.find(([pattern]) => pattern.test(code))?.[1] ?? noCode;
}

/** What a spreadsheet has done to a code: it stands for nobody's goods, or for those of several codes. */
export function reasonSpoilt(code: string, label: string): BilingualMessage | undefined {
  const zh = spoiltCode(code);
  return zh === undefined ? undefined : { en: `spoilt by a spreadsheet: ${shown(code)}`, zh: `${label}${zh}` };
}

/** As `reasonNoGoods`, for the few codes that look like goods but whose name says that they are a service. */
export function reasonNoGoodsByName(name: string): BilingualMessage | undefined {
  return service.test(name) ? { en: `a service by its name (${name})`, zh: `按名称是服务（${name}）` } : undefined;
}

/** As `reasonNoGoods`, for a table that is of goods by itself: any number that can be a barcode will do. */
export function reasonNoBarcode(code: string): BilingualMessage | undefined {
  return /^[\x21-\x7e]+$/.test(code)
    ? undefined
    : {
        en: 'not a barcode: letters, digits and marks without blanks',
        zh: '不是条码：只能是不含空格的字母、数字和符号',
      };
}

const noCode: BilingualMessage = {
  en: 'not a goods code: goods have five digits, letters behind them and no blanks',
  zh: '不是商品编码：应以五位数字开头、其后可有字母、不含空格',
};

const bookkeeping: readonly (readonly [RegExp, BilingualMessage])[] = [
  [/^(POST|DOT)$/i, { en: 'postage', zh: '邮费' }],
  [/^C[23]$/i, { en: 'carriage', zh: '运费' }],
  [/^M$/i, { en: 'manual entry', zh: '手工录入' }],
  [/^D$/i, { en: 'discount', zh: '折扣' }],
  [/^S$/i, { en: 'samples', zh: '样品' }],
  [/^B$/i, { en: 'bad debt', zh: '坏账' }],
  [/^BANK CHARGES$/i, { en: 'bank charges', zh: '银行手续费' }],
  [/^AMAZONFEE$/i, { en: 'marketplace fee', zh: '平台佣金' }],
  [/^CRUK$/i, { en: 'commission', zh: '佣金' }],
  [/^PADS$/i, { en: 'packing material', zh: '包装材料' }],
  [/^gift/i, { en: 'gift voucher', zh: '礼品券' }],
  [/^TEST/i, { en: 'test entry', zh: '测试数据' }],
  [/^ADJUST/i, { en: 'adjustment', zh: '调整' }],
];

const service = /^((next day )?carriage|(\w+ )?postage|packing charge|manual|discount|.*\bgift voucher\b.*)$/i;

/** The check digit of GS1: weights 3 and 1 from the right. */
export function checkDigit(digits: string): number {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1)
    sum += Number(digits[digits.length - 1 - place]) * (place % 2 === 0 ? 3 : 1);
  return (10 - (sum % 10)) % 10;
}

/** Are these digits a GTIN with the check digit that it should have? */
export const isChecked = (digits: string): boolean => Number(digits.at(-1)) === checkDigit(digits.slice(0, -1));

/** Whether a text is a whole retail barcode by its length and its check digit: GTIN-8, -12, -13 or -14. */
export const isWholeBarcode = (text: string): boolean => /^(\d{8}|\d{12,14})$/.test(text) && isChecked(text);

/** Whether a text is a whole retail barcode by its length and its check digit: GTIN-8, -12, -13 or -14. */
export function hasCheckDigit(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  const digits = Array.from(text, Number).toReversed();
  return digits.reduce((sum, digit, index) => sum + digit * (index % 2 === 1 ? 3 : 1), 0) % 10 === 0;
}

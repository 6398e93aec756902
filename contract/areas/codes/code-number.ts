/** The number of a unique code: '10', a running number of 13 digits that is never used again, and a check digit (Luhn). */
export const codeNumbering = { prefix: '10', field: 'unique_code', digits: 13 } as const;

/** What a unique code looks like. */
export const codePattern = /^\d{16}$/;

/** 15 digits with their check digit behind them: one digit mistyped, or two neighbours swapped, is no code. */
export const withCheckDigit = (digits: string): string => `${digits}${checkDigit(digits)}`;

/** Is it a number of ours, check digit and all? */
export const isCodeNumber = (text: string): boolean =>
  codePattern.test(text) && withCheckDigit(text.slice(0, -1)) === text;

function checkDigit(digits: string): number {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return (10 - (sum % 10)) % 10;
}

/** A code as the server knows it: a gun may type letters in another case, and the server knows the exact spelling alone. */
export function knownSpelling(typed: string, goods: { barcodes: readonly string[]; sku_no: string } | null): string {
  const codes = goods ? [...goods.barcodes, goods.sku_no] : [];
  return codes.find((known) => known.toUpperCase() === typed.toUpperCase() && !codes.includes(typed)) ?? typed;
}

/** Is there anything in a field? Nothing: absent, empty text or an empty choice of several. Zero and `false` are something. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

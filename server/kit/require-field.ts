/**
 * The value of a field that the state of its record cannot be without, though the column may be empty in other states. Throws where it is empty: such a
 * row was written past the rules, and nothing is made of it (decision 0090).
 */
export function requireField<Row extends object, Name extends keyof Row & string>(
  row: Row,
  name: Name,
): NonNullable<Row[Name]> {
  const value = row[name];
  if (value === null || value === undefined) throw new Error(`${name} is empty where the state of its record needs it`);
  return value;
}

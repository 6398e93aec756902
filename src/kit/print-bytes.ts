/** A size in bytes as a person reads it: `820 B`, `13 kB`, `4.2 MB`. */
export function printBytes(count: number): string {
  const step = count === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(count) / Math.log(1024)));
  return `${(count / 1024 ** step).toFixed(step < 2 ? 0 : 1)} ${units[step]}`;
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

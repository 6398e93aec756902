import { imperfectType } from '#contract/areas/enums.ts';

/** A grade's name of the contract, without the explanation behind it. */
export function gradeName(grade: number): string {
  const name = (imperfectType as Readonly<Record<number, string>>)[grade] ?? String(grade);
  return name.replace(/\(.*\)$/, '');
}

/** The same for a key of the size of a thumb. */
function shortGradeName(grade: number): string {
  const name = gradeName(grade);
  return name.length > 3 ? name.slice(0, name.startsWith('缺') ? 3 : 2) : name;
}

/** The grades as keys to choose one. */
export const gradeChoices = Object.keys(imperfectType).map((value) => ({
  value: Number(value),
  label: shortGradeName(Number(value)),
}));

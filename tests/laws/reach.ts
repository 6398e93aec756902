import { isTest, parsed, type SourceFile } from './source.ts';

/** The list that names every area, and with them every definition. */
const list = 'contract/areas.ts';

/**
 * What brings the definitions of all areas, or of other areas without need, to a device; one sentence each. A definition
 * takes along those that its fields refer to; a file of names, addresses or calls has no business with those of others.
 */
export function wideReach(tree: readonly SourceFile[]): string[] {
  const files = new Map(tree.map((file) => [file.path, file]));
  const needs = (path: string): readonly string[] => {
    const file = files.get(path);
    return file
      ? parsed(file)
          .imports.filter((one) => one.ours && !one.typeOnly)
          .map((one) => one.to)
      : [];
  };
  const ours = tree.filter(({ path }) => /^(src|sw|workers)\//.test(path) && !isTest(path));
  const seen = new Map<string, string | undefined>(ours.map(({ path }) => [path, undefined]));
  for (const path of seen.keys()) for (const next of needs(path)) if (!seen.has(next)) seen.set(next, path);
  const trail = (path: string): string => {
    const before = seen.get(path);
    return before === undefined ? path : `${trail(before)} → ${path}`;
  };
  const isDefinition = (path: string): boolean => /\b(entity|document)\(/.test(bare(files.get(path)?.text ?? ''));
  const declaresFields = (path: string): boolean => needs(path).some((one) => one.startsWith('contract/kit/kinds/'));
  return [
    ...(seen.has(list) ? [`${trail(list)}: a device needs no list of all areas`] : []),
    ...[...seen.keys()]
      .filter((path) => areaOf(path) && !isDefinition(path) && !declaresFields(path))
      .flatMap((path) =>
        needs(path)
          .filter((to) => areaOf(to) && areaOf(to) !== areaOf(path) && isDefinition(to))
          .map((to) => `${trail(path)} → ${to}: names bring definitions of another area along`),
      ),
    ...ours.flatMap(({ path, text }) =>
      globs(text).map(
        (glob) => `${path} takes ${glob}: of areas it does not know a device takes texts and forms alone`,
      ),
    ),
  ];
}

const areaOf = (path: string): string | undefined => /^contract\/areas\/([^/]+)\//.exec(path)?.[1];

const bare = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');

// Files found by a pattern are no imports that could be followed.
function globs(text: string): string[] {
  return [...text.matchAll(/import\.meta\.glob[^(]*\(\s*['"]([^'"]+)['"]/g)]
    .map(([, glob = '']) => glob)
    .filter((glob) => glob.includes('contract/') && !/\/(places|exports|imports)\.ts$/.test(glob));
}

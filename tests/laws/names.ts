import { isTest, parsed, type SourceFile } from './source.ts';

/**
 * Pinyin and misspellings of the specification's addresses (design §2): they stand in route and wire paths, which are texts,
 * and nowhere else. Whole words of a name, as camelCase and kebab-case cut it.
 */
const pinyin = new Set([
  'adit',
  'basicbox',
  'buybox',
  'caig',
  'caigou',
  'caiwu',
  'categary',
  'cg',
  'cgs',
  'chayi',
  'chengben',
  'ck',
  'contrack',
  'contrant',
  'detal',
  'detals',
  'duizhang',
  'fakuan',
  'gy',
  'gyzh',
  'houbu',
  'jiesuan',
  'listht',
  'md',
  'meber',
  'ruk',
  'ruku',
  'shene',
  'shenhe',
  'tuif',
  'tuifan',
  'wl',
  'yuy',
  'yuyue',
  'yx',
  'cangku',
  'caigoudan',
  'diaobo',
  'fahuo',
  'gongyingshang',
  'kucun',
  'mendian',
  'pandian',
  'pinpai',
  'shangpin',
  'shouhuo',
  'tuihuo',
]);

/** Images that stood for a thing and told a stranger nothing; `docs/GLOSSARY.md` has the words that took their place. Whole words of a name, as above. */
const images = new Set([
  'brake',
  'brakes',
  'deed',
  'deeds',
  'doors',
  'overtake',
  'robbed',
  'speakers',
  'stirred',
  'unborn',
  'unfolds',
]);
/** Names that say nothing of what they name, whole. */
const empty = new Set(['Door', 'Elsewhere', 'Lane', 'Look', 'Standing', 'hear', 'letIn', 'tell']);

const longest = 400;
// Put together here, so that the law does not find itself.
const unfinished = new RegExp(
  `\\b(${['TO', 'FIX', 'HA'].map((start, index) => start + ['DO', 'ME', 'CK'][index]).join('|')}|XXX)\\b|\\bplaceholder for\\b`,
);
const silenced = new RegExp(
  ['ts-(ignore|nocheck)', '(eslint|oxlint)-disable', 'biome-ignore', '(c8|v8|istanbul) ignore']
    .map((one) => `@?${one}`)
    .join('|'),
);
const machine = new RegExp(`(?<![\\w.*)])/(${['work', 'tmp', 'root', 'home'].join('|')})/\\w`);

/** Everything in this tree that is named, cut or left as the house does not want it, one sentence each. */
export function brokenNames(tree: readonly SourceFile[]): string[] {
  return tree.flatMap((file) => [
    ...badPlace(file),
    ...badWords(file),
    ...(/\.tsx?$/.test(file.path) ? badCode(file) : []),
  ]);
}

function badPlace({ path }: SourceFile): string[] {
  const name = path.split('/').at(-1) ?? '';
  const kebab =
    /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)+$/.test(name) || /^(CONTRIBUTING|GLOSSARY|LEGEND|README)\.md$/.test(name);
  return [
    ...wordsOf(name)
      .filter((word) => images.has(word))
      .map((word) => `${path} is named by an image: ${word}`),
    ...(kebab ? [] : [`${path} is not in kebab-case`]),
    ...wordsOf(name)
      .filter((word) => pinyin.has(word))
      .filter((word) => !name.endsWith(`.${word}`))
      .map((word) => `${path} is named in pinyin: ${word}`),
  ];
}

function badWords({ path, text }: SourceFile): string[] {
  const found = machine.exec(text);
  return found ? [`${path} knows a path of one machine: ${found[0]}`] : [];
}

function badCode(file: SourceFile): string[] {
  const { names, comments } = parsed(file);
  const lines = file.text.split('\n').length - 1;
  return [
    ...(lines > longest && !file.text.startsWith('//') && !file.text.startsWith('/*')
      ? [`${file.path} has ${lines} lines and does not say why at its top`]
      : []),
    ...[...names].filter(isImage).map((name) => `${file.path} says ${name}: docs/GLOSSARY.md has the word for it`),
    ...exportedNames(file)
      .filter((name) => empty.has(name))
      .map((name) => `${file.path} exports ${name}, which says nothing of what it is`),
    ...[...names].filter(inPinyin).map((name) => `${file.path} says ${name}: pinyin belongs into paths`),
    ...comments
      .filter((comment) => unfinished.test(comment))
      .map((comment) => `${file.path} is unfinished: ${comment.trim().slice(0, 80)}`),
    ...comments
      .filter((comment) => silenced.test(comment))
      .map((comment) => `${file.path} silences a check: ${comment.trim().slice(0, 80)}`),
    ...(isTest(file.path) ? leftOut(file) : []),
  ];
}

// The law's own examples are texts, so it looks at what is called rather than at what is written.
function leftOut(file: SourceFile): string[] {
  const bare = file.text.replace(/(['"`])(?:\\.|(?!\1)[^\\])*\1/g, "''");
  const found =
    /\b(?:it|test|describe)(?:\.\w+)*\.(skip|only|todo|fails|skipIf|runIf)\b|\b(?:xit|xdescribe|fit|fdescribe)\(/.exec(
      bare,
    );
  return found ? [`${file.path} leaves tests out: ${found[0]}`] : [];
}

const inPinyin = hasWordOf(pinyin);
const isImage = hasWordOf(images);

function hasWordOf(words: ReadonlySet<string>): (name: string) => boolean {
  // The same names stand in file after file.
  const judged = new Map<string, boolean>();
  return (name) => {
    const known = judged.get(name) ?? wordsOf(name).some((word) => words.has(word));
    judged.set(name, known);
    return known;
  };
}

function exportedNames({ text }: SourceFile): string[] {
  return [...text.matchAll(/^export (?:async )?(?:function|class|interface|type|const|enum) (\w+)/gm)].map(
    ([, name = '']) => name,
  );
}

function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
}

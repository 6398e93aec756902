/**
 * Which modules share a file (reference pwa §1.3): without groups a change of one page renames nearly every file; with
 * them it renames a handful. Higher priority takes a module first. `minShareCount` leaves what few screens need with
 * those screens, so that a date picker or a tree is not read for a plain list; what a third of them needs is one file.
 */
export const chunkGroups = (screens: number) => [
  {
    name: 'react',
    test: packages('react', 'react-dom', 'scheduler', 'react-router', 'react-router-dom', 'zustand'),
    priority: 90,
  },
  // Observing several queries at once is what a form does with its choices; nothing else pays for it.
  {
    name: 'query',
    test: (id: string) => packages('@tanstack/').test(id) && !/queriesObserver|useQueries/.test(id),
    priority: 80,
  },
  { name: 'dexie', test: packages('dexie'), priority: 80 },
  // What both skins are made of: else one would be read for the sake of the other.
  {
    name: 'common',
    test: packages(
      '@babel/runtime',
      'clsx',
      'classnames',
      'tslib',
      'dayjs',
      'scroll-into-view-if-needed',
      'compute-scroll-into-view',
    ),
    priority: 75,
    minShareCount: 2,
  },
  // Their names are looked for by the budgets: no screen of the warehouse mode may need them. What a list is made of comes
  // first: a dialog that ten screens open would else be read before the first list.
  { name: 'antd', test: rowParts, priority: 72, minShareCount: 6 },
  // What stands around the rows is read after them (src/kit/desk/list/deferred-tools.ts).
  { name: 'antd-tools', test: toolParts, priority: 71, minShareCount: 6 },
  { name: 'antd-more', test: antd, priority: 70, minShareCount: Math.ceil(screens / 3) },
  { name: 'antd-mobile', test: packages('antd-mobile'), priority: 70, minShareCount: 3 },
  // What every page needs, the sign-in page too.
  {
    name: 'core',
    test: /vite[\\/]preload-helper|[\\/](?:src[\\/](?:wire[\\/](?!download|tag-reader)|platform[\\/](?!reader-port|label-port))|src[\\/]engine[\\/](?:failure|wire-context|local-context|permissions-store|list[\\/]first-rows|query-keys)\.|src[\\/]kit[\\/](?:notice|server-words|theme|shortcuts|copy)|src[\\/]app[\\/](?:routing|session|menu[\\/](?:menu-|first-)|notices[\\/]notice-slot|brand-mark|theme-choice|idle|app-context|preferences|boot-snapshot|update-(?:banner|store))|contract[\\/](?:kit[\\/](?:errors|limits|call|field|kinds[\\/]time)|areas[\\/](?:access[\\/]calls|me[\\/]|shell[\\/]config))\.?)/,
    priority: 60,
    minShareCount: 2,
  },
  // What lists are made of comes first, as with antd: forms, pasted lists and files follow with the screens that have them.
  {
    name: 'engine',
    test: /[\\/](?:src[\\/]engine|contract[\\/]kit)[\\/](?!record-places|list[\\/]|detail[\\/]use-next-step|form[\\/](?:use-|change|check|cross|conflict|matrix|state)|paste[\\/](?!paste-block)|detail[\\/](?:use-detail|document-steps|step-conflict|use-step-draft|default-answers|asked-defaults)|use-(?:form|attachments|dirty-guard|address)\.|stored-file|printing|attachments|source\.)/,
    priority: 50,
    minShareCount: 3,
  },
  // The office's lists alone: the warehouse mode has none.
  { name: 'engine-lists', test: /[\\/]src[\\/]engine[\\/]list[\\/]/, priority: 49, minShareCount: 3 },
  // Where records are and who is next: a list and a page ask for these two alone, and would read all the rest with them.
  {
    name: 'engine-more',
    test: /[\\/](?:src[\\/]engine|contract[\\/]kit)[\\/](?!record-places|detail[\\/]use-next-step)/,
    priority: 48,
    minShareCount: 3,
  },
  // Small parts of the office's frame that others use too: one file instead of eight, each a way to the server and back.
  {
    name: 'frame',
    test: /[\\/]src[\\/](?:app[\\/](?:menu|shortcuts|tasks|tabs)[\\/](?!desk-|antd-|palette\.)|areas[\\/]tasks[\\/]follow-tasks|live[\\/](?:task-updates|live-state)|reader[\\/](?:scans|keyboard-wedge|listen-to-wedge|key-letters))/,
    priority: 45,
    minShareCount: 2,
  },
  // What a list page is made of apart from forms and details, which pull in dialogs.
  {
    name: 'desk',
    test: /[\\/]src[\\/]kit[\\/]desk[\\/](?:list[\\/](?:master-page|list-page)|antd-provider)\./,
    priority: 41,
    minShareCount: 2,
  },
  // Small parts that most screens of the warehouse mode are made of.
  {
    name: 'hand',
    test: /[\\/]src[\\/](?:kit[\\/]hand[\\/](?!number-pad|sheet|question)|areas[\\/]handheld[\\/](?:grade-words|not-saved|use-person|queue-strip|action-queue|handheld)\.)/,
    priority: 42,
    minShareCount: 4,
  },
  // What screens on which codes are read have besides.
  {
    name: 'scan',
    test: /[\\/]src[\\/]areas[\\/]handheld[\\/](?:wedge-field|camera[\\/]by-camera)\./,
    priority: 42,
    minShareCount: 2,
  },
  { name: 'desk-more', test: /[\\/]src[\\/]kit[\\/]desk[\\/]/, priority: 40, minShareCount: Math.ceil(screens / 3) },
];

/** What the rows of a list are drawn with; what that is made of comes with it. */
function rowParts(id: string): boolean {
  return /[\\/]node_modules[\\/]antd[\\/]es[\\/](?:table|button|checkbox|config-provider|theme)[\\/]/.test(id);
}

/** The filters, pages and menus of a list. */
function toolParts(id: string): boolean {
  return /[\\/]node_modules[\\/]antd[\\/]es[\\/](?:input|select|switch|dropdown|pagination|popover)[\\/]/.test(id);
}

/** antd and what it is made of. */
function antd(id: string): boolean {
  return packages('antd', '@ant-design/', '@rc-component/').test(id);
}

/** Matches modules of these packages; a name that ends in a slash stands for everything under it. */
function packages(...names: string[]): RegExp {
  const each = names.map((name) => (name.endsWith('/') ? name : `${name}/`).replaceAll('/', String.raw`[\\/]`));
  return new RegExp(String.raw`[\\/]node_modules[\\/](?:${each.join('|')})`);
}

/**
 * Which modules share a file (reference pwa §1.3): without groups a change of one page renames nearly every file; with
 * them it renames a handful. Higher priority takes a module first. `minShareCount` leaves what few screens need with
 * those screens, so that a date picker or a tree is not read for a plain list.
 */
export const chunkGroups = [
  {
    name: 'react',
    test: packages('react', 'react-dom', 'scheduler', 'react-router', 'react-router-dom', 'zustand'),
    priority: 90,
  },
  { name: 'query', test: packages('@tanstack/'), priority: 80 },
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
  // Its name is looked for by the budgets: no screen of the warehouse mode may need it.
  { name: 'antd', test: antd, priority: 70, minShareCount: 6 },
  { name: 'antd-mobile', test: packages('antd-mobile'), priority: 70, minShareCount: 3 },
  // What every page needs, the sign-in page too.
  {
    name: 'core',
    test: /vite[\\/]preload-helper|[\\/](?:src[\\/](?:wire[\\/](?!download)|platform[\\/])|src[\\/]engine[\\/](?:failure|wire-context|local-context|permissions-store|query-keys|own-preferences|own-views)\.|src[\\/]kit[\\/](?:notice|server-words|theme)|src[\\/]app[\\/](?:routing|session|brand-mark|theme-choice|idle|app-context)|contract[\\/]kit[\\/](?:errors|limits|call|field|kinds[\\/]time)\.)/,
    priority: 60,
    minShareCount: 2,
  },
  { name: 'engine', test: /[\\/](?:src[\\/]engine|contract[\\/]kit)[\\/]/, priority: 50, minShareCount: 3 },
  { name: 'desk', test: /[\\/]src[\\/]kit[\\/]desk[\\/]/, priority: 40, minShareCount: 6 },
];

/** antd and what it is made of. */
function antd(id: string): boolean {
  return packages('antd', '@ant-design/', '@rc-component/').test(id);
}

/** Matches modules of these packages; a name that ends in a slash stands for everything under it. */
function packages(...names: string[]): RegExp {
  const each = names.map((name) => (name.endsWith('/') ? name : `${name}/`).replaceAll('/', String.raw`[\\/]`));
  return new RegExp(String.raw`[\\/]node_modules[\\/](?:${each.join('|')})`);
}

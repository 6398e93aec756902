const asked = new Set<string>();

/** Fetches scripts and styles that will be asked for: the ones that a page's own code would find only one after the other. Each once. */
export function preloadFiles(files: readonly string[]): void {
  const fresh = files.filter((file) => !asked.has(file));
  document.head.append(
    ...fresh.map((file) => {
      asked.add(file);
      const link = document.createElement('link');
      const script = file.endsWith('.js');
      link.rel = script ? 'modulepreload' : 'preload';
      if (!script) link.as = 'style';
      link.crossOrigin = '';
      link.href = `/${file}`;
      return link;
    }),
  );
}

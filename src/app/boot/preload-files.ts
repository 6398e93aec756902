/** Fetches scripts and styles that will be asked for: the ones that a page's own code would find only one after the other. */
export function preloadFiles(files: readonly string[]): void {
  document.head.append(
    ...files.map((file) => {
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

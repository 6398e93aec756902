/**
 * The name of the running build, as the build wrote it into the page; empty in development. It stands in the page and
 * not in the scripts, because a script that held it would be a new file with every build, and so would all that import it.
 */
export function buildId(): string {
  return document.querySelector('meta[name="build"]')?.getAttribute('content') ?? '';
}

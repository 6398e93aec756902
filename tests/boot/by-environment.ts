import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The order of a project's files: those with a document together, behind those without. A worker whose next file has another environment is
 * replaced, and the new one reads every module again.
 */
export class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const places = new Map(sorted.map((file) => [file, hasDocument(file.moduleId)]));
    const projects = [...new Set(sorted.map((file) => file.project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter((file) => !places.get(file)), ...own.filter((file) => places.get(file))];
    });
  }
}

const hasDocument = (path: string): boolean => readFileSync(path, 'utf8').startsWith('// @vitest-environment jsdom');

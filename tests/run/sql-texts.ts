import { existsSync, readFileSync } from 'node:fs';
import type { SqlText } from '#tests/boot/sql-texts.ts';
import { isTest, readCode } from '#tests/laws/source.ts';
import { sqlTemplates } from './sql-templates.ts';
import { wrongReads } from './wrong-reads.ts';

/**
 * The statements of the server against what PostgreSQL answered to them in the tests before: `SQL_TEXTS` names the file in which those
 * tests left every text that they ran. Says what a statement reads that is not there or of another sort.
 */
const file = process.env['SQL_TEXTS'] ?? '';
if (!existsSync(file)) throw new Error('SQL_TEXTS names no file: the PostgreSQL tests write it');
const texts = readFileSync(file, 'utf8')
  .split('\n')
  .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as SqlText]));
const templates = readCode()
  .filter(({ path }) => path.startsWith('server/') && !isTest(path))
  .flatMap(sqlTemplates);
const { wrong, asked, unasked } = wrongReads(templates, texts);
process.stdout.write(
  `${asked} statements agree with what they were answered or are named below; ${unasked.length} were not run (${texts.length} texts)\n`,
);
if (process.argv.includes('--unasked')) process.stdout.write(`${unasked.join('\n')}\n`);
for (const sentence of wrong) process.stderr.write(`${sentence}\n`);
process.exitCode = wrong.length === 0 ? 0 : 1;

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { inTransaction } from '#server/database/transaction.ts';
import { systemActor } from '#server/identity/actor.ts';
import { Numbers } from '#server/kit/numbering.ts';
import type { ImportArguments } from './arguments.ts';
import type { Catalogue } from './catalogue.ts';
import { figure } from './figure.ts';
import type { ImportFrame } from './import-frame.ts';
import { remarksOfLeftOut, remarksOfProblems, writeReport } from './report.ts';
import { sayCounted, sayLeftOut, sayProblems, sayUnchanged } from './say-catalogue.ts';
import { importStyles } from './styles/import-styles.ts';
import { stylesFacts } from './styles/styles-facts.ts';

interface StylesRun {
  readonly asked: ImportArguments;
  readonly catalogue: Catalogue;
  /** Where the report goes. */
  readonly report: string;
}

/** Imports a catalogue of styles in colours and sizes by command (decision 0025); answers whether it was done. */
export async function runStyles(
  { db, clock, log, say }: ImportFrame,
  { asked, catalogue, report }: StylesRun,
): Promise<boolean> {
  const origin = { requestId: 'import', ip: 'import', device: undefined, userAgent: '' };
  const { outcome, problems } = await inTransaction(db, async (tx) => {
    const came = await importStyles(
      { db: tx, actor: systemActor, now: clock.now(), opId: randomUUID(), origin, log },
      {
        rows: catalogue.styled,
        rate: asked.rate,
        foldCase: asked.foldCase,
        skipErrors: asked.skipErrors,
        bad: catalogue.problems.length,
        // Whoever may run the command has the whole installation in their hands.
        making: { wanted: asked.makeMissing, allows: () => true },
        numbers: new Numbers(db),
      },
    );
    const wrong = [...catalogue.problems, ...came.problems].sort((one, other) => one.row - other.row);
    // Before it counts: what nobody can be told of is not done.
    await writeReport(report, [
      ...remarksOfProblems(wrong, catalogue.moreProblems),
      ...remarksOfLeftOut(catalogue),
      ...came.remarks,
    ]);
    return { outcome: came, problems: wrong };
  });
  say(`${figure(catalogue.rows)} rows of a catalogue.`);
  sayLeftOut(say, catalogue.leftOut);
  sayProblems(say, problems, catalogue.moreProblems);
  if (!outcome.done) {
    say(`Nothing was imported. Mend the bad rows, or leave them out with --skip-errors. All of them: ${report}`);
    return false;
  }
  await sql`analyze`.execute(db);
  sayCounted(say, outcome.remarks);
  say(
    `${stylesFacts(outcome)
      .map(({ label, count }) => `${figure(count)} ${label.en}`)
      .join(', ')}.`,
  );
  if (outcome.styles + outcome.skus + outcome.renewed + outcome.barcodes === 0) sayUnchanged(say, outcome.unchanged);
  say(`Report: ${report}`);
  return true;
}

import { serveEverything } from '#server/application.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { matrixOf, printMatrix } from './role-matrix.ts';

// `npm run -s access:matrix`: the present truth, for a person to compare with what was reviewed. Nothing asks the database.
process.stdout.write(printMatrix(matrixOf(serveEverything(new Numbers(undefined as never)).registry)));

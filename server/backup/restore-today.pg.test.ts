import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase as connected } from '#server/database/connect.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { openFileStore } from '#server/platform/file-store.ts';
import { emptyDatabase, testDatabase } from '#tests/boot/database.ts';

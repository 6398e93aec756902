import { expose } from 'comlink';
import { allowedReaders } from '#src/reader/uhf/ports.ts';
import { createReaderHost } from '#src/reader/uhf/reader-host.ts';

// The bytes of a tag reader, read beside the page (design §7): a busy page neither loses them nor waits for them.
expose(createReaderHost(allowedReaders));

import { hasAuthorization } from '#src/platform/session.ts';
import { framesOf } from '../routing/frames.ts';
import { oldAddress } from '../routing/return-address.ts';
import { askForStart } from './ask-for-start.ts';
import { drawOutline } from './outline.ts';
import { preloadFiles } from './preload-files.ts';
import { sayFailure } from './say-failure.ts';
import type { StartTable } from './start-table.ts';

/** Written in by the build (src/build/boot-script.ts); without routes where nothing is built. */
declare const __START__: StartTable;

// The first script of the page, read while its other scripts are on their way. It is one file without imports, for it
// holds up the first paint, and a file of its own, because the content policy allows no script inside the page.
const address = oldAddress(location.hash) ?? location.pathname + location.search;
const [path = '/', search = ''] = address.split('?');
drawOutline(path);
sayFailure();
const { build, files, routes } = __START__;
const preloadScreen = (of: string) => preloadFiles((routes[of]?.files ?? []).flatMap((at) => files[at] ?? []));
// Who is not signed in is led to the sign-in page, whatever the address.
if (hasAuthorization() || framesOf(path).length === 0) preloadScreen(path);
globalThis.preloadScreen = preloadScreen;
askForStart({ path, search, list: routes[path]?.list, build });

import { vi } from 'vitest';

// A worker keeps what it has read of the libraries from file to file; everything of ours is read anew, with no state of another file.
vi.resetModules();

import { afterEach, vi } from 'vitest'

// The files of a worker share its globals.
afterEach(() => void vi.useRealTimers())

import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The files that are being uploaded, in a folder of their own. */
export type UploadFiles = {
  pathOf(importId: string): string
  /** Writes a part at its place in bytes. */
  write(importId: string, at: number, part: Uint8Array): Promise<void>
  drop(importId: string): Promise<void>
  /** Removes what a server before this one has left. */
  clear(): Promise<void>
}

/** `dir` is made when it is needed, readable by the server's user alone. */
export const createUploadFiles = (dir: string): UploadFiles => {
  const pathOf = (importId: string) => join(dir, importId)
  return {
    pathOf,
    write: async (importId, at, part) => {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const file = await open(pathOf(importId), at === 0 ? 'w' : 'r+', 0o600)
      try {
        // A disk that is nearly full takes a part of it.
        for (let done = 0; done < part.length; )
          done += (await file.write(part, done, part.length - done, at + done)).bytesWritten
      } finally {
        await file.close()
      }
    },
    drop: (importId) => rm(pathOf(importId), { force: true }),
    clear: () => rm(dir, { recursive: true, force: true }),
  }
}

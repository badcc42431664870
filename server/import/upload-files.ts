import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Whose file it is: clients choose the ids of imports, so two companies may have the same. */
export type UploadOwner = { readonly companyId: number; readonly importId: string }

/** The files that are being uploaded, in a folder of their own. */
export type UploadFiles = {
  pathOf(owner: UploadOwner): string
  /** Writes a part at its place in bytes. */
  write(owner: UploadOwner, at: number, part: Uint8Array): Promise<void>
  drop(owner: UploadOwner): Promise<void>
  /** Removes what a server before this one has left. */
  clear(): Promise<void>
}

/** `dir` is made when it is needed, readable by the server's user alone. */
export const createUploadFiles = (dir: string): UploadFiles => {
  const pathOf = ({ companyId, importId }: UploadOwner) => join(dir, `${companyId}-${importId}`)
  return {
    pathOf,
    write: async (owner, at, part) => {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const file = await open(pathOf(owner), at === 0 ? 'w' : 'r+', 0o600)
      try {
        // A disk that is nearly full takes a part of it.
        for (let done = 0; done < part.length; )
          done += (await file.write(part, done, part.length - done, at + done)).bytesWritten
      } finally {
        await file.close()
      }
    },
    drop: (owner) => rm(pathOf(owner), { force: true }),
    clear: () => rm(dir, { recursive: true, force: true }),
  }
}

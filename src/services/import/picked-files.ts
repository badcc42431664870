/** Files that the user has picked, by ids: machines and recordings know no more of them than their names. */
export type PickedFiles = {
  /** Keeps a file and forgets the one before. */
  put(file: File): string
  /** Undefined once another file was picked. */
  get(fileId: string): File | undefined
}

export const createPickedFiles = (): PickedFiles => {
  let last: { readonly fileId: string; readonly file: File } | null = null
  let count = 0
  return {
    put: (file) => {
      count += 1
      last = { fileId: String(count), file }
      return last.fileId
    },
    get: (fileId) => (last?.fileId === fileId ? last.file : undefined),
  }
}

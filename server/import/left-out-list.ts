import type { FileProblem } from './readings.ts'

/** Most that is named of a file. */
export const MOST_LEFT_OUT = 200

/**
 * What of a file is left out, each thing once: a file whose positions have names of their own says it again for each. `report` gets the first
 * ones as they are found.
 */
export const createLeftOutList = (report: (problem: FileProblem) => void) => {
  const known = new Set<string>()
  let more: { readonly first: FileProblem; times: number } | undefined
  return {
    add: (problem: FileProblem): void => {
      const key = JSON.stringify([problem.code, problem.params])
      if (known.has(key)) return
      if (known.size >= MOST_LEFT_OUT) {
        more ??= { first: problem, times: 0 }
        more.times += 1
        return
      }
      known.add(key)
      report(problem)
    },
    /** Reports how many more there were. */
    end: (): void => {
      if (more === undefined) return
      const { first, times } = more
      report({ file: first.file, line: first.line, code: 'leftOutMore', params: { times } })
    },
  }
}

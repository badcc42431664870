/** One measured figure. `floor` is what the same machine does without our code in the same run; `ratio` compares the two. */
export type BenchResult = {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly floor?: number
  readonly ratio?: number
  /** In words, as the design states it. */
  readonly goal?: string
  readonly ok: boolean
}

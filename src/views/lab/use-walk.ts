import { useEffect, useState } from 'react'
import type { PathSet, Question } from '#src/lab/path-cover.ts'
import { createWalks, type Walks } from '#src/lab/walks.ts'

/** A worker that walks machines, for as long as the page is shown. */
export const useWalks = (): Walks | undefined => {
  const [walks, setWalks] = useState<Walks>()
  useEffect(() => {
    const started = createWalks()
    setWalks(started)
    return () => started.end()
  }, [])
  return walks
}

/** Paths that are looked for, were found, or cannot be found. */
export type Walked =
  | { readonly state: 'walking' }
  | { readonly state: 'found'; readonly found: PathSet }
  | { readonly state: 'failed'; readonly why: string }

const WALKING: Walked = { state: 'walking' }

/** The paths of a machine that answer a question; null asks nothing. */
export const useWalk = (walks: Walks | undefined, machine: string, question: Question | null): Walked => {
  const [answer, setAnswer] = useState<{ of: string; walked: Walked }>()
  const wantedText = JSON.stringify([machine, question])
  useEffect(() => {
    const [name, wanted] = JSON.parse(wantedText) as [string, Question | null]
    if (walks === undefined || wanted === null) return
    let isWanted = true
    const show = (walked: Walked) => {
      if (isWanted) setAnswer({ of: wantedText, walked })
    }
    walks.paths(name, wanted).then(
      (found) => show({ state: 'found', found }),
      (failure: Error) => show({ state: 'failed', why: failure.message }),
    )
    return () => {
      isWanted = false
    }
  }, [walks, wantedText])
  return answer?.of === wantedText ? answer.walked : WALKING
}

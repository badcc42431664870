import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import type { CDPSession } from '@playwright/test'

type Profile = {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: {
      readonly functionName: string
      readonly url: string
      readonly lineNumber: number
      readonly columnNumber: number
    }
    readonly children?: readonly number[]
  }[]
  readonly samples?: readonly number[]
  readonly timeDeltas?: readonly number[]
}

/** Time of a page's script under a profile, in ms: all of it, and that of the functions asked for with what they call. */
export type ScriptShare = { readonly all: number; readonly part: number }

const SAMPLE_US = 200
/** What the profiler counts beside script. */
const NO_SCRIPT = new Set(['(root)', '(program)', '(idle)', '(garbage collector)'])

/** Finds the source file of a function of a built client that has its source maps beside it. */
const createSourceOf = (clientDir: string) => {
  const maps = new Map<string, SourceMap | null>()
  const mapOf = (url: string) => {
    const known = maps.get(url)
    if (known !== undefined) return known
    const file = url.startsWith('http') ? join(clientDir, `${new URL(url).pathname}.map`) : ''
    const map = existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null
    maps.set(url, map)
    return map
  }
  return (url: string, line: number, column: number): string => {
    const entry = mapOf(url)?.findEntry(line, column)
    return entry !== undefined && 'originalSource' in entry ? entry.originalSource : ''
  }
}

const timesOf = ({ samples = [], timeDeltas = [] }: Profile): Map<number, number> => {
  const times = new Map<number, number>()
  for (const [i, id] of samples.entries()) times.set(id, (times.get(id) ?? 0) + (timeDeltas[i] ?? 0) / 1000)
  return times
}

/**
 * Profiles a page while `act` runs.
 * @param isPart whether a function is asked for, by its name in the build and its source file.
 * @throws Error when no function of the client could be traced to its source file.
 */
export const scriptShare = async (
  cdp: CDPSession,
  clientDir: string,
  act: () => Promise<void>,
  isPart: (functionName: string, source: string) => boolean,
): Promise<ScriptShare> => {
  await cdp.send('Profiler.enable')
  await cdp.send('Profiler.setSamplingInterval', { interval: SAMPLE_US })
  await cdp.send('Profiler.start')
  await act()
  const { profile } = (await cdp.send('Profiler.stop')) as { profile: Profile }
  await cdp.send('Profiler.disable')
  const sourceOf = createSourceOf(clientDir)
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const times = timesOf(profile)
  let [all, part, traced] = [0, 0, 0]
  const add = (id: number, within: boolean) => {
    const node = nodes.get(id)
    if (node === undefined) return
    const { functionName, url, lineNumber, columnNumber } = node.callFrame
    const source = sourceOf(url, lineNumber, columnNumber)
    const isWithin = within || isPart(functionName, source)
    const ms = NO_SCRIPT.has(functionName) ? 0 : (times.get(id) ?? 0)
    all += ms
    part += isWithin ? ms : 0
    traced += source === '' ? 0 : 1
    for (const child of node.children ?? []) add(child, isWithin)
  }
  const [root] = profile.nodes
  if (root !== undefined) add(root.id, false)
  if (traced === 0) throw new Error('No function of the profile was found in the client’s source maps.')
  return { all, part }
}

/** Script of the recorder: where its events come from XState, and all that it does itself. */
export const isRecorder = (functionName: string, source: string): boolean =>
  functionName === '_sendInspectionEvent' ||
  (source.includes('/services/recorder/') && !source.endsWith('/clock.ts'))

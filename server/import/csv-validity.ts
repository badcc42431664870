import { readValidity } from '../ingest/values.ts'
import { bare } from './csv-columns.ts'
import type { Survey } from './survey.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const VALID = words('valid validfix gpsvalid positionvalid current live fresh')
const NO_FIX = words(
  'lastknown lastknownposition lastknownlocation lastposition lastvalid lastvalidposition last stale outdated old cached expired',
)
/** Names of columns with the mode of a fix by NMEA: 1 for none, 2 and 3 for its dimensions. */
const MODES = words('fixtype gpsfixtype fixmode gpsfixmode')

/** Whether a column of this name may hold the mode of a fix. */
export const isModeHeader = (header: string): boolean => MODES.has(bare(header))

/** Reads whether a position is valid; undefined for what cannot be told. In a column of modes 1 is no fix. */
export const validityReader = (header: string, survey: Survey): ((text: string) => boolean | undefined) => {
  const isMode = isModeHeader(header) && !survey.isAll(header, 'flag')
  return (text) => {
    const name = bare(text)
    if (VALID.has(name)) return true
    if (NO_FIX.has(name) || (isMode && /^1(?:\.0+)?$/.test(text))) return false
    return readValidity(text)
  }
}

import { IMPORT } from './limits.ts'

/** A whole JSON object of a file with the line on which it begins; without its text if that is too long. */
export type JsonPiece = { readonly line: number; readonly text: string | undefined }

const QUOTE = 34
const BACKSLASH = 92
const LINE_FEED = 10
const OPENING = new Set([123, 91])
const CLOSING = new Set([125, 93])
const OPEN_OBJECT = 123
/** Loggers of phones name the list `locations`. */
const FEATURES = /"(?:features|locations)"\s*:\s*\[\s*$/
const BEFORE_KEPT = 200

/**
 * Splits a GeoJSON file into its features, so that a collection may be larger than memory: each element of `features` (or `locations`), and each object
 * that stands alone, as in a file with one feature a line. Objects of more than `featureBytes` come without their text.
 */
export const createFeatureSplitter = () => {
  let line = 1
  let depth = 0
  let inText = false
  let isEscaped = false
  /** Depth within the array `features`; 0 outside of it. */
  let listDepth = 0
  let sawList = false
  /** What stands before the feature at this depth, for the name of the array. */
  let before = ''
  let piece: string | undefined
  let pieceLine = 1
  let pieceDepth = 0
  let isOverlong = false

  const push = (text: string): readonly JsonPiece[] => {
    const pieces: JsonPiece[] = []
    /** Where the part of the open piece begins in this text. */
    let from = 0
    const keep = (to: number): void => {
      if (piece === undefined || isOverlong) return
      piece += text.slice(from, to)
      from = to
      if (piece.length <= IMPORT.featureBytes) return
      isOverlong = true
      piece = ''
    }
    for (let at = 0; at < text.length; at += 1) {
      const sign = text.charCodeAt(at)
      if (sign === LINE_FEED) line += 1
      if (inText) {
        if (isEscaped) isEscaped = false
        else if (sign === BACKSLASH) isEscaped = true
        else if (sign === QUOTE) inText = false
      } else if (sign === QUOTE) inText = true
      else if (OPENING.has(sign)) {
        depth += 1
        const isElement = listDepth > 0 && depth === listDepth + 1
        if (sign === OPEN_OBJECT && (isElement || depth === 1)) {
          piece = ''
          pieceLine = line
          pieceDepth = depth
          isOverlong = false
          from = at
        } else if (listDepth === 0 && depth === 2 && piece !== undefined) {
          before = (isOverlong ? before : piece + text.slice(from, at + 1)).slice(-BEFORE_KEPT)
          if (FEATURES.test(before)) {
            listDepth = depth
            sawList = true
            piece = undefined
          }
        }
      } else if (CLOSING.has(sign)) {
        if (piece !== undefined && depth === pieceDepth) {
          keep(at + 1)
          pieces.push({ line: pieceLine, text: isOverlong ? undefined : piece })
          piece = undefined
        }
        if (depth === listDepth) listDepth = 0
        depth -= 1
        if (depth < 0) depth = 0
      }
    }
    keep(text.length)
    return pieces
  }

  return {
    push,
    /** Whether the file ends within an object, and where. */
    isOpen: () => depth > 0,
    line: () => line,
    sawList: () => sawList,
  }
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
/** Blanks, tabs and ends of lines, of which no value is made. */
const LAST_BLANK = 0x20

/** Limits of a JSON text: nesting, values with the names of fields, and characters of a value that is no text. */
export type JsonBounds = { readonly depth: number; readonly values: number; readonly plainLength: number }

/** The text is JSON that takes more to read than it may. */
export class JsonTooLarge extends Error {}

/**
 * Watches the bytes of a JSON text as they come, before any of it is parsed. What is no JSON passes: the parser refuses it.
 * @throws JsonTooLarge from `take`, at the first byte beyond a limit.
 */
export const createJsonBounds = ({ depth: deepest, values: most, plainLength: longest }: JsonBounds) => {
  let [depth, values, plain] = [0, 0, 0]
  let [isText, isEscaped] = [false, false]
  return {
    take: (bytes: Uint8Array): void => {
      for (const byte of bytes) {
        if (isText) {
          if (isEscaped) isEscaped = false
          else if (byte === BACKSLASH) isEscaped = true
          else if (byte === QUOTE) isText = false
          continue
        }
        switch (byte) {
          case QUOTE:
            isText = true
            break
          case OPEN_LIST:
          case OPEN_OBJECT:
            depth += 1
            values += 1
            break
          case CLOSE_LIST:
          case CLOSE_OBJECT:
            depth -= 1
            break
          case COMMA:
          case COLON:
            values += 1
            break
          default:
            if (byte > LAST_BLANK) plain += 1
            if (plain > longest) throw new JsonTooLarge()
            continue
        }
        plain = 0
        if (depth > deepest || values > most) throw new JsonTooLarge()
      }
    },
  }
}
